//! Which frames of a mesh's channels are read at given ticks, and with which share (bem.md ch. 12). It reads none.

use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{Channel, Frame, Manifest};

/// A frame that is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameShare {
    /// Index into the manifest's channels.
    pub channel_idx: usize,
    /// Index into the channel's frames.
    pub frame_idx: usize,
    /// Payload ID of its delta.
    pub payload: u32,
    /// Number of records its delta has.
    pub count: u32,
    /// What its offsets are multiplied by, above 0 and at most 1.
    pub share: f64,
}

/// The frames of all channels of a mesh, in manifest order. `ticks[parameter]`: where each parameter stands, `neutral`
/// while it is not available.
///
/// On a frame that one alone is read, between two frames both, at `neutral` none: the neutral frame is 0 and has no
/// payload. A tick outside the frames (against PAR-08) takes the nearest frame.
pub fn frame_shares(manifest: &Manifest, mesh: u32, ticks: &[u32]) -> Vec<FrameShare> {
    let mut shares = Vec::new();
    for (channel_idx, channel) in manifest.mesh_deformations.iter().enumerate() {
        if channel.mesh != mesh {
            continue;
        }
        let mut parameters = manifest.parameters.iter();
        let parameter_idx = parameters.position(|it| it.id == channel.parameter);
        let tick = parameter_idx.and_then(|parameter_idx| ticks.get(parameter_idx));
        if let Some(tick) = tick {
            channel_shares(channel, channel_idx, *tick, &mut shares);
        }
    }
    shares
}

fn channel_shares(channel: &Channel, channel_idx: usize, tick: u32, shares: &mut Vec<FrameShare>) {
    let frames = channel.frames.iter().enumerate();
    let below = frames.clone().rfind(|(_, frame)| frame.value <= tick);
    let above = frames.clone().find(|(_, frame)| frame.value >= tick);
    let mut add = |(frame_idx, frame): (usize, &Frame), share: f64| {
        if let Some(deltas) = &frame.deltas {
            shares.push(FrameShare {
                channel_idx,
                frame_idx,
                payload: deltas.payload,
                count: deltas.count,
                share,
            });
        }
    };
    match (below, above) {
        (Some(below), Some(above)) if below.1.value < above.1.value => {
            let (a, b) = (f64::from(below.1.value), f64::from(above.1.value));
            let v = f64::from(tick);
            add(below, (b - v) / (b - a));
            add(above, (v - a) / (b - a));
        }
        (Some(hit), _) | (None, Some(hit)) => add(hit, 1.0),
        (None, None) => {}
    }
}

impl FrameShare {
    /// The frame in its manifest.
    pub fn frame<'m>(&self, manifest: &'m Manifest) -> Option<&'m Frame> {
        let channel = manifest.mesh_deformations.get(self.channel_idx)?;
        channel.frames.get(self.frame_idx)
    }

    /// Number of vertices of the mesh it moves.
    pub fn vertex_count(&self, manifest: &Manifest) -> Option<u32> {
        let channel = manifest.mesh_deformations.get(self.channel_idx)?;
        let mesh = manifest.meshes.get(usize_of(channel.mesh))?;
        Some(mesh.vertex_count)
    }
}
