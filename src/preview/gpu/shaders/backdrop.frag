// From one colour at the bottom to another at the top, with noise below one step of 8 bits so that no bands show.
uniform vec3 top_color;
uniform vec3 bottom_color;

in vec2 share;

layout(location = 0) out vec4 pixel;

void main() {
    float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715)))) - 0.5;
    pixel = vec4(mix(bottom_color, top_color, smoothstep(0.0, 1.0, share.y)) + noise / 255.0, 1.0);
}
