// The line in its own colour with a thin dark rim, so that it shows on any ground.
uniform float scale; // pixels per point

in vec2 along_across_px;
in float length_px;
in float core_px;
in vec3 line_tint;

layout(location = 0) out vec4 pixel;

void main() {
    float past_end = max(max(-along_across_px.x, along_across_px.x - length_px), 0.0);
    float away_px = length(vec2(past_end, along_across_px.y));
    float core = clamp(core_px + 0.5 - away_px, 0.0, 1.0);
    float rim = clamp(core_px + scale + 0.5 - away_px, 0.0, 1.0) * 0.45;
    float alpha = max(core * 0.95, rim);
    if (alpha < 0.004) {
        discard;
    }
    pixel = vec4(line_tint * core, alpha);
}
