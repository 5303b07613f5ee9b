// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/rank_layout.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace tobiuo::fft {
namespace {

/// The most indices that one of so many ranks has.
std::int64_t most_of(std::int64_t indices, int ranks)
{
    return (indices + ranks - 1) / ranks;
}

ranks::Slice slice_of(std::int64_t indices, int ranks, int number)
{
    return ranks::slices_of(indices, ranks)[static_cast<std::size_t>(number)];
}

ranks::Slice all_of(std::int64_t indices)
{
    return {.first = 0, .count = indices};
}

}  // namespace

std::vector<RankGrid> grids_of(int size)
{
    std::vector<RankGrid> grids;
    for (int along_z = 1; along_z <= size; ++along_z) {
        if (size % along_z == 0) {
            grids.push_back({.along_z = along_z, .along_y = size / along_z});
        }
    }
    return grids;
}

RankGrid balanced_grid(const Problem& problem, int size)
{
    const std::int64_t z = problem.lengths[0];
    const std::int64_t y = problem.lengths[1];
    const std::int64_t x = spectrum_row(problem);
    const auto cost = [&](const RankGrid& grid) {
        const auto [along_z, along_y] = grid;
        const std::int64_t rows = most_of(z, along_z) * most_of(y, along_y) * x;
        const std::int64_t columns = z * most_of(y, along_y) * most_of(x, along_z);
        const std::int64_t transposed = most_of(z, along_y) * y * most_of(x, along_z);
        return std::tuple{rows + columns + transposed, along_z + along_y};
    };
    return std::ranges::min(grids_of(size), {}, cost);
}

bool exceeds_slabs(const Problem& problem, int size)
{
    const DividedArray array = divided_side(problem);
    return size > std::min(array.planes, array.second);
}

RankLayout::RankLayout(Problem problem, int rank, int size, const std::optional<RankGrid>& grid)
    : problem_{std::move(problem)}, rank_{rank}, size_{size}, grid_{grid}
{
    if (grid_) {
        p_ = rank / grid_->along_y;
        q_ = rank % grid_->along_y;
    }
}

RankLayout::Shared RankLayout::planes_to_columns() const
{
    if (!grid_) {
        return {.division = {problem_, size_}, .group = ranks::everyone(rank_, size_)};
    }
    ranks::Group column{.members = {}, .own = p_};
    for (int p = 0; p < grid_->along_z; ++p) {
        column.members.push_back(p * grid_->along_y + q_);
    }
    return {
        .division = {DividedArray{.planes = problem_.lengths[0],
                                  .rows = slice_of(problem_.lengths[1], grid_->along_y, q_).count,
                                  .second = spectrum_row(problem_)},
                     grid_->along_z},
        .group = std::move(column)};
}

RankLayout::Shared RankLayout::transposed_to_columns() const
{
    ranks::Group row{.members = {}, .own = q_};
    for (int q = 0; q < grid_->along_y; ++q) {
        row.members.push_back(p_ * grid_->along_y + q);
    }
    return {.division = {DividedArray{.planes = problem_.lengths[0],
                                      .second = problem_.lengths[1],
                                      .inner = pencil(true).x.count},
                         grid_->along_y},
            .group = std::move(row)};
}

Box RankLayout::part(bool transposed) const
{
    return grid_ ? pencil(transposed) : slab(transposed);
}

Box RankLayout::slab(bool transposed) const
{
    const SlabDivision division{problem_, size_};
    const ranks::Slice planes = transposed ? all_of(division.planes) : division.slab_of(rank_);
    const ranks::Slice columns =
        transposed ? division.columns[static_cast<std::size_t>(rank_)] : all_of(division.second);
    if (problem_.lengths.size() > 2) {
        return {.z = planes, .y = columns, .x = all_of(spectrum_row(problem_))};
    }
    return {.z = all_of(1), .y = planes, .x = columns};
}

Box RankLayout::pencil(bool transposed) const
{
    const std::int64_t z = problem_.lengths[0];
    const std::int64_t y = problem_.lengths[1];
    const std::int64_t x = spectrum_row(problem_);
    if (transposed) {
        return {.z = slice_of(z, grid_->along_y, q_),
                .y = all_of(y),
                .x = slice_of(x, grid_->along_z, p_)};
    }
    return {
        .z = slice_of(z, grid_->along_z, p_), .y = slice_of(y, grid_->along_y, q_), .x = all_of(x)};
}

}  // namespace tobiuo::fft
