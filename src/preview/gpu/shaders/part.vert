// A part's vertex: to clip space, with position and normal in view space for the light that goes with the camera.
uniform mat4 view_from_world;
uniform mat4 clip_from_view;

in vec3 position;
in vec3 normal;
in vec2 uv;

out vec3 view_position;
out vec3 view_normal;
out vec2 part_uv;

void main() {
    vec4 in_view = view_from_world * vec4(position, 1.0);
    view_position = in_view.xyz;
    view_normal = mat3(view_from_world) * normal;
    part_uv = uv;
    gl_Position = clip_from_view * in_view;
}
