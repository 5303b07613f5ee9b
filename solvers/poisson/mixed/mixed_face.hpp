// SPDX-License-Identifier: BSD-3-Clause
// A face that is a Dirichlet wall on a part and a Neumann wall on the rest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <tobiuo/poisson/mixed_solver.hpp>

#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The points of a mixed wall beside unknowns, [slower][faster], and what is solved in its plane, on the
/// host.
class MixedFace {
public:
    /// Points that `held` names, unknowns of the box, are not Dirichlet's here, because another wall has
    /// them; those of this one are added.
    MixedFace(const Problem& problem, const MixedWall& wall, std::vector<std::int64_t>& held,
              int threads);

    [[nodiscard]] int axis() const { return axis_; }
    [[nodiscard]] int end() const { return end_; }
    [[nodiscard]] std::int64_t points() const { return static_cast<std::int64_t>(area_.size()); }
    [[nodiscard]] bool is_dirichlet(std::size_t point) const { return is_dirichlet_[point]; }
    /// The points that are Dirichlet's, and the area of each.
    [[nodiscard]] const std::vector<std::size_t>& dirichlet() const { return dirichlet_; }
    [[nodiscard]] double area(std::size_t point) const { return area_[point]; }
    /// The distance of the wall from the unknowns beside it.
    [[nodiscard]] double gap() const { return gap_; }

    /// About (q - laplacian)^1/2 along the face times values, of which those on the Neumann part are 0 and
    /// become any number.
    void apply_root(std::vector<double>& values) const;

private:
    /// A term of the sum in place of the root: weight (v - shift (q + shift - laplacian)^-1 v).
    struct Pole {
        double weight = 0.0;
        double shift = 0.0;
        std::unique_ptr<const Solver> solver;
    };

    void find_poles(const Problem& problem, int threads);

    int axis_;
    int end_;
    double gap_ = 0.0;
    std::vector<double> area_;
    std::vector<bool> is_dirichlet_;
    std::vector<std::size_t> dirichlet_;
    std::vector<Pole> poles_;
};

}  // namespace tobiuo::poisson
