// Grid lines of one to two pixels whatever the distance: fine, every tenth stronger, the X and Z axes coloured.
uniform float reach;
uniform float spacing;
uniform vec3 grid_color;
uniform float scale; // pixels per point

in vec2 ground_xz;

layout(location = 0) out vec4 pixel;

const vec3 X_COLOR = vec3(0.86, 0.33, 0.31);
const vec3 Z_COLOR = vec3(0.29, 0.51, 0.90);

// Share of the pixel covered by lines across each axis, fading where they would be nearer than a few pixels.
vec2 lines(float step_m, vec2 per_pixel) {
    vec2 steps_per_pixel = per_pixel / step_m;
    vec2 away = abs(fract(ground_xz / step_m - 0.5) - 0.5) / max(steps_per_pixel, vec2(1e-9));
    vec2 covered = clamp(vec2(0.5 * scale + 0.5) - away, 0.0, 1.0);
    return covered * (1.0 - smoothstep(0.08, 0.33, steps_per_pixel));
}

float axis(float away_m, float per_pixel) {
    return clamp(0.75 * scale + 0.5 - abs(away_m) / max(per_pixel, 1e-9), 0.0, 1.0);
}

void main() {
    vec2 per_pixel = fwidth(ground_xz);
    vec2 fine = lines(spacing, per_pixel);
    vec2 strong = lines(spacing * 10.0, per_pixel);
    float fade = 1.0 - smoothstep(0.35, 1.0, length(ground_xz) / reach);
    vec4 color = vec4(grid_color, max(max(fine.x, fine.y) * 0.22, max(strong.x, strong.y) * 0.45));
    float on_x = axis(ground_xz.y, per_pixel.y) * (ground_xz.x >= 0.0 ? 0.85 : 0.45);
    float on_z = axis(ground_xz.x, per_pixel.x) * (ground_xz.y >= 0.0 ? 0.85 : 0.45);
    color = mix(color, vec4(X_COLOR, 1.0), on_x);
    color = mix(color, vec4(Z_COLOR, 1.0), on_z);
    color.a *= fade;
    if (color.a < 0.004) {
        discard;
    }
    pixel = color;
}
