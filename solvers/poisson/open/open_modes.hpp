// SPDX-License-Identifier: BSD-3-Clause
// Charges beside open faces from the modes of a solve, and what values on them add to these modes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/poisson/open_mode_items.hpp"
#include "kernels/tridiagonal/toeplitz/face_modes.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/open/open_faces.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// What the two solves of OpenFaces share if they transform x and y in memory and eliminate z: the modes
/// of f. Charges are sums over modes of the first solve, so that this needs no transform back, and
/// values on faces are added to the modes of f, so that the second one needs no transform forwards.
///
/// Memory    four matrices of the numbers of modes squared, and about ten numbers for each value on
///           faces across x, two for each one on others.
/// Traffic   two reads of the modes for open ends along both x and y, one for those along one of them.
/// Order     enqueues on a device, and allocates nothing; one call at a time.
template <typename T>
class OpenModes {
public:
    /// Whether such solves of a problem with open ends of several axes can share modes: it has three
    /// axes, the first one is not periodic, and matrices of its modes are smaller than the box and take
    /// little time.
    [[nodiscard]] static bool suits(const Problem& problem);

    /// `faces` are those of the problem, for which suits(). The machine must outlive this object.
    OpenModes(const Problem& problem, const OpenFaces<T>& faces, const runtime::Machine& machine);

    /// The charges beside all faces, of OpenFaces::Work::charges, from the modes of u: [z][y][x].
    void take_charges(const T* modes, T* charges, Stream stream) const;
    /// What OpenFaces::Work::values add to the modes of f. The arrays are those of this object.
    [[nodiscard]] tridiagonal::FaceModes<T> faces_of(const T* values, Stream stream) const;

    [[nodiscard]] std::size_t bytes() const;
    /// What bytes() are of an object for this problem.
    [[nodiscard]] static std::size_t bytes_of(const Problem& problem);

private:
    struct OneFace {
        int axis{};
        int end{};
        std::int64_t first{};  ///< of its values among those of all faces
        T charge{};            ///< by u beside it
        T share{};             ///< of f beside it, by the value on it
    };
    /// The tables of x or y.
    struct Axis {
        const T* forward = nullptr;         ///< ModeMatrices
        const T* inverse = nullptr;         ///<
        std::array<const T*, 2> sums = {};  ///< for each mode, what it has at an open end
        const T* weights = nullptr;         ///< tridiagonal::FaceModes
        const int* choice = nullptr;        ///< of these
    };

    template <typename Value>
    [[nodiscard]] const Value* keep(const std::vector<Value>& values);
    [[nodiscard]] const T* keep_rounded(const std::vector<double>& values);
    void add_axis(const Problem& closed, int axis);
    [[nodiscard]] std::vector<OneFace> faces_across(int axis) const;
    /// The product of a face along one of its axes, from values to modes or back.
    [[nodiscard]] LineProduct<T> product(const OneFace& face, int along, bool forwards) const;
    void multiply(const std::vector<LineProduct<T>>& products, Stream stream) const;
    void sum(const T* modes, Stream stream) const;

    const runtime::Machine& machine_;
    std::array<std::int64_t, 3> shape_;
    std::vector<runtime::Array> kept_;
    std::vector<OneFace> faces_;
    std::array<Axis, 2> axes_;
    runtime::Array sums_;  ///< of all faces
    runtime::Array modes_;
    runtime::Array parts_;  ///< of faces across x
    runtime::ForEach<SumOverColumns<T>> sum_columns_;
    runtime::ForEach<SumOverRows<T>> sum_rows_;
    runtime::ForEach<AddRowParts<T>> add_parts_;
    runtime::ForEach<MultiplyLines<T>> multiply_;
};

extern template class OpenModes<float>;
extern template class OpenModes<double>;

}  // namespace tobiuo::poisson
