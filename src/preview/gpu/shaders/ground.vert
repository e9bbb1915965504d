// The square of the ground grid, in the plane y = 0.
uniform mat4 clip_from_world;
uniform float reach;

in vec2 corner;

out vec2 ground_xz;

void main() {
    ground_xz = corner * reach;
    gl_Position = clip_from_world * vec4(ground_xz.x, 0.0, ground_xz.y, 1.0);
}
