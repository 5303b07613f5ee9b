// SPDX-License-Identifier: BSD-3-Clause
// Poisson's equation outside bodies, solved by that of the whole box.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/walls/closed_cells.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::poisson {

/// What a solve outside bodies took.
struct ClosedUse {
    std::int64_t solves = 0;  ///< of the box
    std::int64_t near = 0;    ///< those of them that were asked for beside bodies only
    /// The root of the mean square of what goes through the faces of bodies, by that of what they keep.
    double residual = 0.0;
};

/// The planes that have these cells and those of bodies beside them, in an array with planes of so many
/// values; none without cells.
[[nodiscard]] ranks::Slice planes_of(const std::vector<walls::SurfaceCell>& cells,
                                     std::int64_t plane_values);

/// Solves A u = f, where A is the Laplacian L of the box without the fluxes through faces between
/// cells of closed bodies and others, and with values of conductors in place of those found in their
/// cells. What u is inside bodies means nothing.
///
/// Method    conjugate gradients, preconditioned with the solve of the box. A and L differ beside
///           bodies only: u = L^-1 (f + q) with charges q in the cells there, and so are all vectors;
///           an iteration is a solve whose right-hand side is the residual. A mode of a plane wall has
///           the eigenvalue 1/2 of L^-1 A, or 2 beside a conductor, so that few iterations suffice,
///           however fine the grid. Each has one reduction.
/// Constant  that a box leaves free conductors can hold: charges then balance the source, L^-1 is that
///           of what has zero mean, and each solution gets the constant with which its residual, or
///           its image, balances. The method is that of conjugate gradients deflated by a constant:
///           all directions balance.
/// Order     the sums have the same bits on as many ranks.
/// Source    M. R. Hestenes and E. Stiefel, J. Res. Nat. Bur. Stand. 49, 409 (1952); one reduction:
///           A. T. Chronopoulos and C. W. Gear, J. Comput. Appl. Math. 25, 153 (1989); solves of a box
///           for a domain in it: B. L. Buzbee, F. W. Dorr, J. A. George and G. H. Golub, SIAM J.
///           Numer. Anal. 8, 722 (1971); deflation: R. A. Nicolaides, SIAM J. Numer. Anal. 24, 355
///           (1987).
template <typename T>
class ClosedCells {
public:
    /// The places of cells are those in the arrays of this rank. The machine outlives the object.
    ClosedCells(const std::vector<walls::SurfaceCell>& cells, const runtime::Machine& machine);

    /// How the box is solved, on all ranks.
    struct Box {
        std::function<void(T*)> load;   ///< fills the array with f
        std::function<void(T*)> solve;  ///< in place; on ranks with the planes beyond then
        /// As `solve`, but for a right-hand side that is 0 except in the cells, where alone the
        /// solution is wanted: `clear` fills with zeros what it reads.
        std::function<void(T*)> solve_near;
        std::function<void(T*)> clear;
        const Communicator* ranks = nullptr;  ///< null on one
        /// Where nothing but conductors holds u, and some have cells beside them, else null: the
        /// integral of what the last `solve` has removed from its right-hand side, which waits, and
        /// what adds a constant to a solution.
        std::function<double()> removed_and_wait = nullptr;
        std::function<void(T*, double)> add = nullptr;
    };
    /// Leaves u in `array`, to the tolerance, or where rounding does not let it come so far: in single
    /// precision not below 1e-5. Begins with what faces kept in a unit of time, see keep(),
    /// times `time`. Waits.
    ClosedUse solve_and_wait(const Box& box, T* array, double time, double tolerance,
                             Stream stream) const;
    /// Keeps what the faces keep of values times `per_time`.
    void keep(const T* values, double per_time, Stream stream) const;
    /// Begins with nothing the next time.
    void forget(Stream stream) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    struct Sums {
        double of_lane[walls::MeasureCells<T>::sums_of_lane] = {};
    };
    /// A solution for f and the charges, without the constant that belongs to it.
    struct Whole {
        Sums sums;
        double constant = 0.0;
    };
    /// Solves for f and charges, which begin as load() says.
    [[nodiscard]] Whole solved_and_wait(const Box& box, T* array, std::optional<double> time,
                                        double spread, ClosedUse& use, Stream stream) const;
    /// Searches charges from the residual on until what is left is at most `goal`, or grows.
    void search_and_wait(const Box& box, T* array, double square, double goal, ClosedUse& use,
                         Stream stream) const;
    /// Loads residuals, or charges: as they are, or what was kept times `time`; and `spread` more.
    void load(T* values, bool residual, std::optional<double> time, double spread,
              Stream stream) const;
    /// The sums of all lanes and ranks, after a kernel has made them.
    [[nodiscard]] Sums summed_and_wait(const Communicator* ranks, Stream stream) const;
    [[nodiscard]] Sums measured_and_wait(const T* values, bool begins, double constant,
                                         const Communicator* ranks, Stream stream) const;

    const runtime::Machine& machine_;
    std::vector<runtime::Array> arrays_;
    long long count_;
    const walls::SurfaceCell* cells_;
    walls::SurfaceVectors vectors_;
    double* charge_before_ = nullptr;  ///< of a search
    double* sums_;
    double* folded_;
    runtime::ForEach<walls::LoadCells<T>> load_;
    runtime::ForEach<walls::MeasureCells<T>> measure_;
    runtime::ForEach<walls::FoldLanes<T>> fold_;
    runtime::ForEach<walls::MoveCells<T>> move_;
    runtime::ForEach<walls::KeepCells<T>> keep_;
};

extern template class ClosedCells<float>;
extern template class ClosedCells<double>;

}  // namespace tobiuo::poisson
