#include "app/run/flow/flow_pieces.hpp"

#include <algorithm>
#include <cstdint>

#include <tobiuo/flow/solver.hpp>

namespace tobiuo {
namespace {

/// A part of an array that has `values` values for each plane of z.
std::vector<std::size_t> section_of_planes(const flow::Problem& problem, int size,
                                           std::int64_t values)
{
    std::vector<std::size_t> section;
    for (int rank = 0; rank < size; ++rank) {
        section.push_back(
            static_cast<std::size_t>(values * flow::planes_of_rank(problem, rank, size).count));
    }
    return section;
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
}

}  // namespace

template <typename Real>
FlowPieces<Real>::FlowPieces(const flow::Problem& problem, const Communicator& ranks)
    : ranks_{ranks}
{
    const int size = ranks.size();
    const std::int64_t x = problem.grid.axes[0].cells;
    const std::int64_t y = problem.grid.axes[1].cells;
    planes_.push_back(section_of_planes(problem, size, x * y));
    state_.assign(3, planes_.front());
    const auto flows_out = [&](std::size_t axis) {
        return problem.faces.at(axis).lower.kind == flow::FaceKind::outflow;
    };
    if (flows_out(0)) {
        state_.push_back(section_of_planes(problem, size, y));
    }
    if (flows_out(1)) {
        state_.push_back(section_of_planes(problem, size, x));
    }
    if (flows_out(2)) {
        Section of_first(static_cast<std::size_t>(size));
        of_first.front() = static_cast<std::size_t>(x * y);
        state_.push_back(of_first);
    }
    if (problem.scalar) {
        state_.push_back(planes_.front());
    }
}

template <typename Real>
std::size_t FlowPieces<Real>::own_points() const
{
    return planes_.front().at(static_cast<std::size_t>(ranks_.rank()));
}

template <typename Real>
std::size_t FlowPieces<Real>::own_state_values() const
{
    std::size_t values = 0;
    for (const Section& section : state_) {
        values += section.at(static_cast<std::size_t>(ranks_.rank()));
    }
    return values;
}

template <typename Real>
template <typename TakePart, typename TakeOwn>
void FlowPieces<Real>::for_each_part(const std::vector<Section>& sections,
                                     const TakePart& take_part, const TakeOwn& take_own) const
{
    std::size_t in_whole = 0;
    std::size_t in_own = 0;
    for (const Section& section : sections) {
        for (int rank = 0; rank < ranks_.size(); ++rank) {
            const std::size_t count = section.at(static_cast<std::size_t>(rank));
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
void FlowPieces<Real>::scatter(const std::vector<Section>& sections, std::span<const Real> whole,
                               std::span<Real> own) const
{
    std::vector<Outgoing> sends;
    std::vector<Incoming> receives;
    for_each_part(
        sections,
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
void FlowPieces<Real>::gather(const std::vector<Section>& sections, std::span<const Real> own,
                              std::span<Real> whole) const
{
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
