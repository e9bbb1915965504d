//! Vertices as rows: changing one, inserting, deleting and moving them.

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::pmx::document::{Origin, Pmx, Standing};
use crate::formats::pmx::edit::EditError;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::Span;
use crate::formats::pmx::vertices::{Sdef, Vertex, Vertices};

impl Pmx {
    /// One vertex as a row.
    pub fn vertex(&self, vertex: u32) -> Option<Vertex> {
        self.vertices.get(vertex, self.header.n_extra_uvs)
    }

    /// Replaces one vertex.
    ///
    /// # Errors
    /// No such vertex, or not as many extra UVs as the header says.
    pub fn set_vertex(&mut self, vertex: u32, row: &Vertex) -> Result<(), EditError> {
        let idx = usize_of(vertex);
        if idx >= self.vertices.len() {
            let section = Section::Vertices;
            let record = vertex;
            return Err(EditError::NoSuchRecord { section, record });
        }
        self.check_extra_uvs(row)?;
        self.own_vertex_starts();
        if let Some(start) = self.origin.vertex_starts.get_mut(idx) {
            *start = Origin::GONE;
        }
        self.vertices.replace(idx, row);
        self.touch(Standing::RecordsEdited);
        Ok(())
    }

    /// A vertex for this document has as many extra UVs as its header says.
    pub(super) fn check_extra_uvs(&self, row: &Vertex) -> Result<(), EditError> {
        let wanted = self.header.n_extra_uvs;
        let found = row.extra_uvs.len();
        if found == usize::from(wanted) {
            Ok(())
        } else {
            Err(EditError::ExtraUvs { wanted, found })
        }
    }

    /// Puts rows before the vertex at `at`; references are the caller's care.
    pub(super) fn splice_vertices(&mut self, at: usize, rows: &[Vertex]) {
        self.own_vertex_starts();
        let n_old = self.vertices.len();
        for row in rows {
            self.vertices.push(row);
        }
        let n_gone = std::iter::repeat_n(Origin::GONE, rows.len());
        self.origin.vertex_starts.extend(n_gone);
        let (n_old, n_all) = (u32_of(n_old), u32_of(self.vertices.len()));
        let at = u32_of(at);
        let order: Vec<u32> = (0..at).chain(n_old..n_all).chain(at..n_old).collect();
        self.arrange_vertices(&order);
    }

    /// Puts the vertices in the order of their old places; those that are not named go.
    pub(super) fn arrange_vertices(&mut self, order: &[u32]) {
        self.own_vertex_starts();
        self.vertices
            .arrange(order, usize::from(self.header.n_extra_uvs));
        gather(&mut self.origin.vertex_starts, order, 1);
    }

    /// Gives every vertex a span of its own, so that single ones can be edited.
    pub(super) fn own_vertex_starts(&mut self) {
        if self.origin.vertices.is_none() {
            return;
        }
        let mut start = self.origin.vertices.start;
        let mut starts = Vec::with_capacity(self.vertices.len());
        for idx in 0..self.vertices.len() {
            starts.push(start);
            start = self.vertex_span(idx, start).end;
        }
        self.origin.vertex_starts = starts;
        self.origin.vertices = Span::NONE;
    }
}

impl Vertices {
    /// Replaces the vertex at `idx`, which must be there, with one of equally many extra UVs.
    fn replace(&mut self, idx: usize, row: &Vertex) {
        let (bones, weights, points) = row.deform.lanes();
        put(&mut self.positions, idx, row.position);
        put(&mut self.normals, idx, row.normal);
        put(&mut self.uvs, idx, row.uv);
        let first_set = idx.saturating_mul(row.extra_uvs.len());
        let sets = self.extra_uvs.iter_mut().skip(first_set);
        for (slot, set) in sets.zip(&row.extra_uvs) {
            *slot = *set;
        }
        put(&mut self.deforms, idx, row.deform.kind());
        put(&mut self.bones, idx, bones);
        put(&mut self.weights, idx, weights);
        put(&mut self.edge_scales, idx, row.edge_scale);
        let vertex = u32_of(idx);
        let found = self.sdefs.binary_search_by_key(&vertex, |sdef| sdef.vertex);
        let sdef = points.map(|[c, r0, r1]| Sdef { vertex, c, r0, r1 });
        match (found, sdef) {
            (Ok(place), Some(sdef)) => put(&mut self.sdefs, place, sdef),
            (Ok(place), None) => drop(self.sdefs.remove(place)),
            (Err(place), Some(sdef)) => self.sdefs.insert(place, sdef),
            (Err(_), None) => {}
        }
    }

    fn arrange(&mut self, order: &[u32], n_sets: usize) {
        let old_sdefs = std::mem::take(&mut self.sdefs);
        for (new, old) in order.iter().enumerate() {
            let found = old_sdefs.binary_search_by_key(old, |sdef| sdef.vertex);
            if let Some(sdef) = found.ok().and_then(|found| old_sdefs.get(found)) {
                let vertex = u32_of(new);
                self.sdefs.push(Sdef { vertex, ..*sdef });
            }
        }
        gather(&mut self.positions, order, 1);
        gather(&mut self.normals, order, 1);
        gather(&mut self.uvs, order, 1);
        gather(&mut self.extra_uvs, order, n_sets);
        gather(&mut self.deforms, order, 1);
        gather(&mut self.bones, order, 1);
        gather(&mut self.weights, order, 1);
        gather(&mut self.edge_scales, order, 1);
    }
}

fn put<T>(column: &mut [T], idx: usize, value: T) {
    if let Some(slot) = column.get_mut(idx) {
        *slot = value;
    }
}

/// Puts a column of `n_each` values a vertex in the order of the old places.
fn gather<T: Copy>(column: &mut Vec<T>, order: &[u32], n_each: usize) {
    let old = std::mem::take(column);
    column.reserve_exact(order.len().saturating_mul(n_each));
    for place in order {
        let first = usize_of(*place).saturating_mul(n_each);
        let values = old.get(first..).and_then(|rest| rest.get(..n_each));
        column.extend_from_slice(values.unwrap_or_default());
    }
}
