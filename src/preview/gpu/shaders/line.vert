// A line of fixed width on the screen with round ends: a quad around it, cut off at the near plane.
uniform mat4 clip_from_world;
uniform vec2 half_size_px;
uniform float near;
uniform float scale; // pixels per point

in vec2 corner; // x: 0 at the start, 1 at the end; y: -1 and 1 across
in vec3 line_start;
in vec3 line_end;
in vec3 tint;
in float half_width;

out vec2 along_across_px;
out float length_px;
out float core_px;
out vec3 line_tint;

void main() {
    vec4 start = clip_from_world * vec4(line_start, 1.0);
    vec4 end = clip_from_world * vec4(line_end, 1.0);
    line_tint = tint;
    core_px = half_width * scale;
    if (max(start.w, end.w) <= near) {
        along_across_px = vec2(0.0);
        length_px = 0.0;
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (start.w < near) {
        start = mix(start, end, (near - start.w) / (end.w - start.w));
    } else if (end.w < near) {
        end = mix(end, start, (near - end.w) / (start.w - end.w));
    }
    vec2 start_px = start.xy / start.w * half_size_px;
    vec2 end_px = end.xy / end.w * half_size_px;
    vec2 line_px = end_px - start_px;
    length_px = length(line_px);
    vec2 along = length_px > 1e-4 ? line_px / length_px : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    float reach_px = core_px + scale + 1.0;
    along_across_px = vec2(corner.x < 0.5 ? -reach_px : length_px + reach_px, corner.y * reach_px);
    gl_Position = vec4((start_px + along * along_across_px.x + across * along_across_px.y) / half_size_px, 0.0, 1.0);
}
