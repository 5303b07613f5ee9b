#include "solvers/poisson/ranks/host_rank_passes.hpp"

#include <algorithm>
#include <vector>

#include "runtime/threads.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/ranks/rank_steps.hpp"

namespace tobiuo::poisson {
namespace {

/// The transforms along x and y of `planes` planes.
template <typename T>
OuterTransforms<T> plane_transforms(const Problem& problem, std::int64_t planes, int threads)
{
    return {slice_problem(problem, {.first = 0, .count = planes}), 2, fft::Effort::estimate,
            threads};
}

/// The columns of a rank, whose modes along x and y are those that `transforms` leave.
template <typename T>
HostPart part_of(const Problem& problem, const SolveChunk& columns, const ChunkCuts& cuts,
                 const OuterTransforms<T>& transforms)
{
    HostPart part{.shape = shape_of(problem), .round_trip = transforms.round_trip()};
    const auto cut = static_cast<std::size_t>(cuts.middle);
    part.shape.at(cut) = columns.count;
    for (const int axis : {0, 1}) {
        if (stretched_axis(problem) != axis) {
            part.eigenvalues.at(static_cast<std::size_t>(axis)) = transforms.eigenvalues(axis);
        }
    }
    const auto first = part.eigenvalues.at(cut).begin() + columns.first;
    part.eigenvalues.at(cut) = {first, first + columns.count};
    return part;
}

}  // namespace

template <typename T>
HostRankPasses<T>::HostRankPasses(const Problem& problem, const RankPart& part, int threads)
    : threads_{threads}
{
    const OuterTransforms<T> transforms = plane_transforms<T>(problem, 1, threads);
    // Without a constant mode this is the number of modes.
    const std::vector<double>& modes = transforms.eigenvalues(part.cuts.middle);
    constant_mode_ = std::ranges::find(modes, 0.0) - modes.begin();
    for (const std::int64_t planes : part.chunks) {
        transforms_.emplace(planes, plane_transforms<T>(problem, planes, threads));
    }
    if (part.columns) {
        columns_.emplace(problem, part_of(problem, *part.columns, part.cuts, transforms),
                         fft::Effort::estimate, threads);
    }
}

template <typename T>
T* HostRankPasses<T>::forward(const T* f, T* u, std::int64_t planes, Stream /*stream*/) const
{
    if (planes > 0) {
        transforms_.at(planes).forward(f, u);
    }
    return u;
}

template <typename T>
void HostRankPasses<T>::inverse(T* u, std::int64_t planes, Stream /*stream*/) const
{
    if (planes > 0) {
        transforms_.at(planes).inverse(u);
    }
}

template <typename T>
void HostRankPasses<T>::solve(T* columns, Stream /*stream*/) const
{
    removed_ = columns_ ? columns_->solve(columns, columns) : 0.0;
}

template <typename T>
void HostRankPasses<T>::apply(T* columns) const
{
    if (columns_) {
        columns_->apply(columns, columns);
    }
}

template <typename T>
std::span<const std::byte> HostRankPasses<T>::removed() const
{
    return std::as_bytes(std::span{&removed_, 1});
}

template <typename T>
std::span<std::byte> HostRankPasses<T>::told() const
{
    return std::as_writable_bytes(std::span{&told_, 1});
}

template <typename T>
std::size_t HostRankPasses<T>::bytes() const
{
    std::int64_t bytes = columns_ ? columns_->workspace_bytes() : 0;
    for (const auto& [planes, transforms] : transforms_) {
        bytes += transforms.workspace_bytes();
    }
    return static_cast<std::size_t>(bytes);
}

template <typename T>
std::string HostRankPasses<T>::describe() const
{
    return "transforms of planes and of lines along z, " + threads_text(threads_);
}

int host_rank_threads(const Problem& problem, int size, int wanted)
{
    constexpr double nanoseconds = 3.0;  // time of a pass for one point
    return wanted > 0 ? wanted : threads_for(points(problem) / size, nanoseconds);
}

ModeRows host_mode_rows(const Problem& problem)
{
    return {.pitch = unknowns(problem, row_axis(problem)).count};
}

template <typename T>
std::unique_ptr<const RankPasses<T>> make_host_passes(const Problem& problem, const RankPart& part,
                                                      int threads)
{
    return std::make_unique<HostRankPasses<T>>(problem, part, threads);
}

template class HostRankPasses<float>;
template class HostRankPasses<double>;

template std::unique_ptr<const RankPasses<float>> make_host_passes(const Problem&, const RankPart&,
                                                                   int);
template std::unique_ptr<const RankPasses<double>> make_host_passes(const Problem&, const RankPart&,
                                                                    int);

}  // namespace tobiuo::poisson
