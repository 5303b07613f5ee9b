// SPDX-License-Identifier: BSD-3-Clause
// Norms of a field over the box, weighted by volume.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <tobiuo/communicator.hpp>

#include "kernels/compensated_sum.hpp"
#include "kernels/poisson/norm_items.hpp"
#include "runtime/ranks/one_rank.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// Throws std::invalid_argument unless a field has as many values as the problem has unknowns.
void validate_size(const Problem& problem, std::int64_t size);

/// The norms of a field at the unknowns, weighted with the volume that each stands for (half as
/// much on a Neumann node). They are summed in a fixed order, so that any number of threads gives
/// the same bits, and are finite if all values are, whatever their size.
struct Norms {
    double mean{};
    double l2{};   ///< root of the mean square
    double max{};  ///< largest absolute value
};

/// Adds up the norms of a field of which some planes of z come at a time. The bits do not depend on
/// how many come at a time.
class NormSum {
public:
    /// The planes that are added begin with `first`: the first one of a rank, where several divide
    /// the field.
    explicit NormSum(const Problem& problem, std::int64_t first = 0);

    /// Adds the planes that follow those added before, [z][y][x] of unknowns.
    void add(std::span<const double> planes);
    void add(std::span<const float> planes);
    /// Adds the rows that follow those added before.
    void add(std::span<const RowSums> rows);

    /// The norms of the whole field, to which each rank has added its planes; the same bits on all
    /// ranks. Collective. Throws std::invalid_argument, on all ranks, unless points(problem) values
    /// have been added.
    [[nodiscard]] Norms norms(const Communicator& ranks = ranks::OneRank{}) const;

private:
    /// The sums of values that were multiplied by a power of two.
    struct Sums {
        CompensatedSum values;
        CompensatedSum squares;
    };

    /// What has been added, by one rank.
    struct Part {
        std::size_t rows{};
        std::array<Sums, norm_scales> sums;  ///< of small, plain and large values
        double max{};
    };

    template <typename Real>
    void add_planes(std::span<const Real> planes);

    Problem problem_;
    std::array<std::vector<double>, 3> weights_;
    std::size_t next_row_;  ///< the row of x in the whole field that is added next
    Part added_;
    struct OnHost;
    std::shared_ptr<OnHost> on_host_;  ///< what sums up rows of arrays; made by the first
};

/// The norms of a field in an array; on several ranks each gives the planes that ranks::slices_of()
/// gives to it. Throws std::invalid_argument if there are not as many values as unknowns.
[[nodiscard]] Norms norms_of(const Problem& problem, std::span<const double> values,
                             const Communicator& ranks = ranks::OneRank{});
[[nodiscard]] Norms norms_of(const Problem& problem, std::span<const float> values,
                             const Communicator& ranks = ranks::OneRank{});

}  // namespace tobiuo::poisson
