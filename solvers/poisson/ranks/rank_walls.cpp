// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/ranks/rank_walls.hpp"

#include <algorithm>
#include <utility>

namespace tobiuo::poisson {
namespace {

constexpr int lower_z = 4;

std::size_t bytes_of(std::int64_t values, std::size_t of_a_value)
{
    return static_cast<std::size_t>(values) * of_a_value;
}

}  // namespace

template <typename T>
RankWalls<T>::RankWalls(const WallBox& walls, std::vector<ranks::Slice> slabs, int rank,
                        const runtime::Machine& machine,
                        std::unique_ptr<const WallCorrections<T>> corrections)
    : box_{walls.box},
      needs_curvatures_{walls.box.needs_curvatures()},
      slabs_{std::move(slabs)},
      rank_{rank},
      corrections_{std::move(corrections)}
{
    const auto allocated = [&](std::int64_t values) {
        const std::size_t bytes = bytes_of(values, sizeof(T));
        bytes_ += bytes;
        return machine.allocate(std::max(bytes, sizeof(T)));
    };
    for (int face = 0; face < lower_z && needs_curvatures_; ++face) {
        if (box_.faces[face].rows > 0) {
            values_.at(static_cast<std::size_t>(face)) = allocated(box_.face_points(face));
        }
    }
    for (const int end : {0, 1}) {
        if (lacks_planes(rank_, end)) {
            beside_.at(static_cast<std::size_t>(end)) =
                allocated(walls::extrapolation_points * plane());
        }
    }
}

template <typename T>
bool RankWalls<T>::has_plane(int rank, std::int64_t plane) const
{
    const ranks::Slice& slab = slabs_[static_cast<std::size_t>(rank)];
    return slab.first <= plane && plane < slab.end();
}

template <typename T>
bool RankWalls<T>::lacks_planes(int rank, int end) const
{
    if (!box_.faces[lower_z + end].needs_curvature()) {
        return false;
    }
    bool is_beside = false;
    for (int row = 0; row < walls::rows_per_face; ++row) {
        is_beside = is_beside || has_plane(rank, plane_beside(end, row));
    }
    bool has_all = true;
    for (int row = 0; row < walls::extrapolation_points; ++row) {
        has_all = has_all && has_plane(rank, plane_beside(end, row));
    }
    return is_beside && !has_all;
}

/// The values that are given beside the planes of this rank go to all ranks with planes.
template <typename T>
void RankWalls<T>::add_values(const walls::GivenFaces<T>& given, Messages& messages) const
{
    for (int face = 0; face < lower_z; ++face) {
        T* const all = values_.at(static_cast<std::size_t>(face)).template as<T>();
        if (all == nullptr || given.of[face].values == nullptr) {
            continue;
        }
        const std::int64_t row = box_.counts[walls::faster_axis(face / 2)];
        const ranks::Slice& mine = slabs_[static_cast<std::size_t>(rank_)];
        for (int other = 0; other < static_cast<int>(slabs_.size()); ++other) {
            const ranks::Slice& theirs = slabs_[static_cast<std::size_t>(other)];
            if (theirs.count > 0) {
                messages.sends.push_back({.to = other,
                                          .data = given.of[face].values,
                                          .bytes = bytes_of(mine.count * row, sizeof(T))});
                messages.receives.push_back({.from = other,
                                             .data = all + theirs.first * row,
                                             .bytes = bytes_of(theirs.count * row, sizeof(T))});
            }
        }
    }
}

template <typename T>
void RankWalls<T>::add_planes(const T* f, Messages& messages) const
{
    const std::size_t bytes = bytes_of(plane(), sizeof(T));
    const std::int64_t first = slabs_[static_cast<std::size_t>(rank_)].first;
    for (const int end : {0, 1}) {
        T* const beside = beside_.at(static_cast<std::size_t>(end)).template as<T>();
        for (int row = 0; row < walls::extrapolation_points; ++row) {
            const std::int64_t number = plane_beside(end, row);
            for (int other = 0; other < static_cast<int>(slabs_.size()); ++other) {
                if (has_plane(rank_, number) && lacks_planes(other, end)) {
                    messages.sends.push_back(
                        {.to = other, .data = f + (number - first) * plane(), .bytes = bytes});
                }
                if (has_plane(other, number) && beside != nullptr) {
                    messages.receives.push_back(
                        {.from = other, .data = beside + row * plane(), .bytes = bytes});
                }
            }
        }
    }
}

template <typename T>
const T* RankWalls<T>::without_walls(const T* f, const walls::GivenFaces<T>& given, T* u,
                                     ranks::Exchange& exchange, Stream stream) const
{
    const ranks::Slice& mine = slabs_[static_cast<std::size_t>(rank_)];
    walls::GivenFaces<T> all = given;
    all.first_plane = mine.first;
    if (needs_curvatures_) {
        Messages messages;
        if (mine.count > 0) {
            add_values(given, messages);
            add_planes(f, messages);
        }
        exchange.exchange(messages.sends, messages.receives, stream);
        all.first_plane = 0;
        for (int face = 0; face < lower_z; ++face) {
            if (given.of[face].values != nullptr) {
                all.of[face].values = values_.at(static_cast<std::size_t>(face)).template as<T>();
            }
        }
    }
    return corrections_->without_walls(f, all, u, mine.count * plane(), stream,
                                       {beside_[0].template as<T>(), beside_[1].template as<T>()});
}

template class RankWalls<float>;
template class RankWalls<double>;

}  // namespace tobiuo::poisson
