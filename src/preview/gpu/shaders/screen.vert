// One triangle over the whole viewport.
in vec2 corner;

out vec2 share; // 0..1 from left to right and from bottom to top

void main() {
    share = corner * 0.5 + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
