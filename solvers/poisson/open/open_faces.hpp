// SPDX-License-Identifier: BSD-3-Clause
// Open ends of two or three axes: the potential on them of charges in the layers beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <tobiuo/fft/plan.hpp>

#include "kernels/poisson/open_face_items.hpp"
#include "kernels/walls/wall_box.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/poisson/open/open_line.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The problem with Dirichlet ends in the places of open ones, which has the same unknowns: at the
/// faces of the box on cells, on nodes one node beyond the last, where they are held at zero. Nodes
/// without a wall are solved as cells, whose transforms have lengths as the numbers of unknowns.
[[nodiscard]] Problem with_closed_ends(const Problem& problem);

/// The layers of charges that closed ends leave beside a box, beyond which u is taken as zero.
[[nodiscard]] OpenLayers charged_layers(const Problem& problem);
/// The layers whose mean is the value on a closed end.
[[nodiscard]] OpenLayers wanted_layers(const Problem& problem);

/// Solves v with closed ends (with_closed_ends()), and takes v as zero beyond them. Then L v = f + c
/// with charges c = v / h^2 of the row beside an end, in the layer beyond it, and on cells, where an end lies
/// between two layers, in both. u = v - w, where L w = c without ends, solves L u = f with open
/// ends. So on the faces u is -w, on cells plus v / 2, and with these values a second solve finds u.
///
/// The potential on faces across the same axis is a convolution, with images of charges beyond walls, by
/// Fourier transforms. Across another axis it is a sum of as many products as LatticeNodes has nodes: a
/// matrix product along the charged face, a convolution along the axis that both extend along, and
/// a matrix product along the other face.
///
/// Memory    rings of about four numbers for each value on open faces, four times as many beside a
///           half-open axis; two lines of sums for each pair of faces and node.
/// Order     enqueues on a device, and allocates nothing.
/// Threads   on the host, any number may call it at a time, with arrays of their own.
/// Source    R. A. James, J. Comput. Phys. 25, 71 (1977).
template <typename T>
class OpenFaces {
public:
    /// `problem` has open ends of two or three axes. The machine must outlive this object.
    OpenFaces(const Problem& problem, const runtime::Machine& machine);
    /// With other layers: of charges, and whose potential is wanted.
    OpenFaces(const Problem& problem, const runtime::Machine& machine, const OpenLayers& charged,
              const OpenLayers& wanted, bool adds_half);

    /// Values of all open faces, those of a face [slower][faster].
    [[nodiscard]] std::int64_t values() const { return values_; }
    /// Where the values of a face (2 axis + end) begin; nothing if it is not open.
    [[nodiscard]] std::optional<std::int64_t> first_value(int face) const;

    /// The arrays that a call works with.
    struct Work {
        runtime::Array charges;  ///< values() of each
        runtime::Array values;
        runtime::Array rings;
        runtime::Array sums;
        runtime::Array spread;
    };
    [[nodiscard]] Work new_work() const;

    /// The charges that u in the unknowns beside open faces stands for; u has these planes.
    void take_charges(const T* u, const ranks::Slice& planes, const Work& work,
                      Stream stream) const;
    /// Where the charges beside these planes lie among all.
    [[nodiscard]] std::vector<ranks::Slice> pieces(const ranks::Slice& planes) const;
    /// The values on open faces that these charges cause, plus half of u.
    void find_values(const Work& work, Stream stream) const;
    /// The same, those beside the planes with the values that are given on walls.
    [[nodiscard]] walls::GivenFaces<T> values_for(walls::GivenFaces<T> given,
                                                  const ranks::Slice& planes, const Work& work,
                                                  Stream stream) const;

    /// Bytes of its arrays, with those of a call; the same without making it.
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] static std::size_t bytes_of(const Problem& problem);
    /// "charges on 6 open faces in 76 products".
    [[nodiscard]] std::string describe() const;

private:
    /// The rings of the faces across an axis.
    struct Rings {
        int axis{};
        FillRings<T> fill{};
        MultiplyRings<T> multiply{};
        std::int64_t first{};  ///< in work.rings
        std::int64_t count{};  ///< values
        std::int64_t charges{};
        std::optional<fft::Plan> forward = {};
        std::optional<fft::Plan> inverse = {};
    };
    struct Tables;

    template <typename Value>
    [[nodiscard]] const Value* keep(const std::vector<Value>& values);
    [[nodiscard]] const T* keep_rounded(const std::vector<double>& values);
    void add_faces(const Problem& problem, bool adds_half);
    void add_rings(const Problem& problem, const Tables& tables, int axis);
    void add_products(const Problem& problem, const Tables& tables);

    const runtime::Machine& machine_;
    std::vector<runtime::Array> kept_;  ///< tables
    std::vector<OpenFace> faces_;
    std::vector<int> face_numbers_;  ///< 2 axis + end
    std::vector<Rings> rings_;
    std::vector<OpenProduct<T>> products_;
    const OpenFace* kept_faces_ = nullptr;
    const OpenProduct<T>* kept_products_ = nullptr;
    std::int64_t nodes_ = 0;
    std::int64_t values_ = 0;
    std::int64_t ring_values_ = 0;
    std::int64_t sums_ = 0;
    std::int64_t items_ = 0;
    std::int64_t plane_ = 0;
    runtime::ForEach<TakeCharges<T>> take_charges_;
    runtime::ForEach<FillRings<T>> fill_rings_;
    runtime::ForEach<MultiplyRings<T>> multiply_rings_;
    runtime::ForEach<ContractCharges<T>> contract_;
    runtime::ForEach<ConvolveCharges<T>> convolve_;
    runtime::ForEach<OpenFaceValues<T>> find_values_;
};

extern template class OpenFaces<float>;
extern template class OpenFaces<double>;

}  // namespace tobiuo::poisson
