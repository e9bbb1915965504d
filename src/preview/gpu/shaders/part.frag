// A part's pixel: texture times base colour times light, all display-referred. View space: x right, y up, z into the
// picture, so what faces the viewer has a normal with z below 0.
uniform sampler2D part_texture;
uniform vec4 base_color;
uniform float least_alpha;
uniform int is_blended;
uniform int shading; // 0 toon, 1 lit, 2 unlit
uniform vec4 highlight; // R, G, B and how much of it

in vec3 view_position;
in vec3 view_normal;
in vec2 part_uv;

layout(location = 0) out vec4 pixel;

const vec3 TO_LIGHT = vec3(-0.36, 0.52, -0.78);
const vec3 SHADOW_TINT = vec3(0.77, 0.75, 0.82);

vec3 normal_towards_viewer(vec3 to_viewer) {
    vec3 flat_normal = cross(dFdx(view_position), dFdy(view_position));
    flat_normal = dot(flat_normal, to_viewer) < 0.0 ? -flat_normal : flat_normal;
    // Front faces are clockwise on the screen, so what the GPU calls the back is our front.
    vec3 smooth_normal = gl_FrontFacing ? -view_normal : view_normal;
    return normalize(dot(smooth_normal, smooth_normal) > 1e-8 ? smooth_normal : flat_normal + vec3(0.0, 0.0, -1e-12));
}

vec3 toon(vec3 color, vec3 normal, float rim) {
    float towards_light = dot(normal, normalize(TO_LIGHT));
    float lit = smoothstep(-0.08, 0.22, towards_light);
    float form = mix(0.93, 1.0, 0.5 + 0.5 * towards_light);
    return color * mix(SHADOW_TINT, vec3(1.0), lit) * form + rim * 0.06;
}

vec3 rounded(vec3 color, vec3 normal, vec3 to_viewer) {
    vec3 to_light = normalize(TO_LIGHT);
    float half_lambert = 0.5 + 0.5 * dot(normal, to_light);
    float gloss = pow(max(dot(normal, normalize(to_light + to_viewer)), 0.0), 24.0);
    return color * (0.25 + 0.8 * half_lambert * half_lambert) + gloss * 0.07;
}

void main() {
    vec4 texel = texture(part_texture, part_uv);
    float alpha = is_blended == 1 ? texel.a * base_color.a : texel.a;
    if (alpha < least_alpha) {
        discard;
    }
    vec3 color = texel.rgb * base_color.rgb;
    vec3 to_viewer = normalize(-view_position);
    vec3 normal = normal_towards_viewer(to_viewer);
    float facing = clamp(dot(normal, to_viewer), 0.0, 1.0);
    float rim = pow(1.0 - facing, 3.0);
    if (shading == 0) {
        color = toon(color, normal, rim);
    } else if (shading == 1) {
        color = rounded(color, normal, to_viewer);
    }
    color = mix(color, highlight.rgb, highlight.a * mix(0.6, 1.0, rim));
    pixel = vec4(clamp(color, 0.0, 1.0), is_blended == 1 ? alpha : 1.0);
}
