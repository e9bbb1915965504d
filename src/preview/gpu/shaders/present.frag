// A finished picture, pixel for pixel.
uniform sampler2D picture;

in vec2 share;

layout(location = 0) out vec4 pixel;

void main() {
    pixel = texture(picture, share);
}
