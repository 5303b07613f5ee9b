// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/flow_pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <tobiuo/flow/solver.hpp>

#include "solvers/flow/problem.hpp"
#include "solvers/flow/recycling.hpp"

namespace tobiuo {
namespace {

/// An array of a state: so many layers of values across z, or one of them that only rank 0 has.
struct StateArray {
    std::int64_t layer_values;
    bool is_divided = true;
};

std::vector<StateArray> arrays_of_state(const flow::Problem& problem)
{
    const std::int64_t x = problem.grid.axes[0].cells;
    const std::int64_t y = problem.grid.axes[1].cells;
    const auto flows_out = [&](std::size_t axis) {
        return problem.faces.at(axis).lower.kind == flow::FaceKind::outflow;
    };
    std::vector<StateArray> arrays(3, {.layer_values = x * y});
    if (flows_out(0)) {
        arrays.push_back({.layer_values = y});
    }
    if (flows_out(1)) {
        arrays.push_back({.layer_values = x});
    }
    if (flows_out(2)) {
        arrays.push_back({.layer_values = x * y, .is_divided = false});
    }
    if (flow::state_has_pressure(problem)) {
        arrays.push_back({.layer_values = x * y});
    }
    for (int number = 0; number < flow::scalar_count(problem); ++number) {
        arrays.push_back({.layer_values = x * y});
    }
    if (problem.projections == 1) {
        arrays.push_back({.layer_values = x * y});
        arrays.push_back({.layer_values = 1});
    }
    if (const auto face = flow::recycled_face(problem)) {
        const std::int64_t layer_values = *face / 2 == 0 ? y : *face / 2 == 1 ? x : x * y;
        arrays.insert(arrays.end(), 3, {.layer_values = layer_values, .is_divided = *face / 2 < 2});
    }
    return arrays;
}

/// Calls act(profile) for each profile of the faces, in a fixed order.
template <typename Values, typename Act>
void for_each_profile(Values& values, const Act& act)
{
    for (auto& faces : values.faces) {
        for (auto* face : {&faces.lower, &faces.upper}) {
            for (auto& profile : face->profile) {
                act(profile);
            }
        }
    }
    for (auto& face : values.scalar_faces) {
        act(face.profile);
    }
    for (auto& faces : values.further) {
        for (auto& face : faces) {
            act(face.profile);
        }
    }
}

}  // namespace

std::vector<StateBlocks> state_blocks(const flow::Problem& problem)
{
    std::vector<StateBlocks> blocks;
    for (const StateArray& array : arrays_of_state(problem)) {
        blocks.push_back({.count = array.is_divided ? problem.grid.axes[2].cells : 1,
                          .bytes = array.layer_values * bytes_per_value(problem.precision)});
    }
    return blocks;
}

template <typename Real>
FlowPieces<Real>::FlowPieces(const flow::Problem& problem, const Communicator& ranks)
    : ranks_{ranks}
{
    std::vector<std::int64_t> counts;
    for (int rank = 0; rank < ranks.size(); ++rank) {
        const poisson::Planes planes = flow::planes_of_rank(problem, rank, ranks.size());
        counts.push_back(planes.count);
        ends_.push_back(planes.first + planes.count);
    }
    for (const auto& [layer_values, is_divided] : arrays_of_state(problem)) {
        Section& section = state_.emplace_back();
        section.of_block = static_cast<std::size_t>(layer_values);
        for (int rank = 0; rank < ranks.size(); ++rank) {
            const auto at = static_cast<std::size_t>(rank);
            const std::int64_t layers = is_divided ? counts[at] : rank == 0 ? 1 : 0;
            section.of_ranks.push_back(static_cast<std::size_t>(layers * layer_values));
        }
    }
}

template <typename Real>
std::size_t FlowPieces<Real>::own_points() const
{
    return state_.front().of_ranks.at(static_cast<std::size_t>(ranks_.rank()));
}

template <typename Real>
std::size_t FlowPieces<Real>::own_state_values() const
{
    std::size_t values = 0;
    for (const StatePart& part : own_state_parts()) {
        values += part.count;
    }
    return values;
}

template <typename Real>
std::vector<StatePart> FlowPieces<Real>::own_state_parts() const
{
    std::vector<StatePart> parts;
    std::size_t in_own = 0;
    std::size_t in_whole = 0;
    for (const auto& [of_ranks, of_block] : state_) {
        for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
            const std::size_t count = of_ranks[rank];
            if (static_cast<int>(rank) == ranks_.rank() && count > 0) {
                parts.push_back(
                    {.in_own = in_own, .in_whole = in_whole, .count = count, .of_block = of_block});
                in_own += count;
            }
            in_whole += count;
        }
    }
    return parts;
}

template <typename Real>
std::string FlowPieces<Real>::joined_texts(std::span<const std::string> of_ranks,
                                           std::size_t letters, int more_arrays) const
{
    std::string joined;
    std::vector<std::string_view> left{of_ranks.begin(), of_ranks.end()};
    const auto join = [&](const Section& section) {
        for (std::size_t rank = 0; rank < left.size(); ++rank) {
            const std::size_t taken = section.of_ranks[rank] / section.of_block * letters;
            joined += left[rank].substr(0, taken);
            left[rank].remove_prefix(taken);
        }
    };
    std::ranges::for_each(state_, join);
    for (int array = 0; array < more_arrays; ++array) {
        join(state_.front());
    }
    return joined;
}

template <typename Real>
template <typename TakePart, typename TakeOwn>
void FlowPieces<Real>::for_each_part(std::span<const Section> sections, const TakePart& take_part,
                                     const TakeOwn& take_own) const
{
    std::size_t in_whole = 0;
    std::size_t in_own = 0;
    for (const Section& section : sections) {
        for (int rank = 0; rank < ranks_.size(); ++rank) {
            const std::size_t count = section.of_ranks.at(static_cast<std::size_t>(rank));
            if (ranks_.rank() == 0 && count > 0) {
                take_part(rank, in_whole, count);
            }
            if (ranks_.rank() == rank && count > 0) {
                take_own(in_own, count);
                in_own += count;
            }
            in_whole += count;
        }
    }
}

template <typename Real>
void FlowPieces<Real>::scatter_planes(std::span<const Real> whole, std::span<Real> own) const
{
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for_each_part(
        std::span{state_}.first(1),
        [&](int rank, std::size_t at, std::size_t count) {
            const auto part = whole.subspan(at, count);
            sends.push_back({.to = rank, .data = part.data(), .bytes = part.size_bytes()});
        },
        [&](std::size_t at, std::size_t count) {
            const auto part = own.subspan(at, count);
            receives.push_back({.from = 0, .data = part.data(), .bytes = part.size_bytes()});
        });
    ranks_.exchange(sends, receives);
}

template <typename Real>
void FlowPieces<Real>::gather_cells(const CellBox& cells, const FlowFields& fields,
                                    std::span<const Real> own, std::span<Real> whole) const
{
    const std::int64_t layer = cells.count[0] * cells.count[1];
    std::vector<Section> sections;
    for (const FlowFields::Field field : fields.fields()) {
        Section& section = sections.emplace_back();
        std::int64_t before = 0;
        for (const std::int64_t end : ends_) {
            const std::int64_t upto =
                std::clamp<std::int64_t>(end - cells.first[2], 0, cells.count[2]);
            section.of_ranks.push_back(
                static_cast<std::size_t>(FlowFields::components(field) * layer * (upto - before)));
            before = upto;
        }
    }
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for_each_part(
        sections,
        [&](int rank, std::size_t at, std::size_t count) {
            const auto part = whole.subspan(at, count);
            receives.push_back({.from = rank, .data = part.data(), .bytes = part.size_bytes()});
        },
        [&](std::size_t at, std::size_t count) {
            const auto part = own.subspan(at, count);
            sends.push_back({.to = 0, .data = part.data(), .bytes = part.size_bytes()});
        });
    ranks_.exchange(sends, receives);
}

template class FlowPieces<float>;
template class FlowPieces<double>;

std::vector<double> profiles_of(const flow::FaceValues& values)
{
    std::vector<double> profiles;
    for_each_profile(values, [&](const std::vector<double>& profile) {
        profiles.insert(profiles.end(), profile.begin(), profile.end());
    });
    return profiles;
}

flow::FaceValues with_profiles(flow::FaceValues values, std::span<const double> profiles)
{
    for_each_profile(values, [&](std::vector<double>& profile) {
        std::ranges::copy(profiles.first(profile.size()), profile.begin());
        profiles = profiles.subspan(profile.size());
    });
    return values;
}

}  // namespace tobiuo
