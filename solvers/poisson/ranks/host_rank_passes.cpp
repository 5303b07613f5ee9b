// The passes of a rank on the CPU.
#include <algorithm>
#include <map>
#include <stdexcept>

#include "kernels/threads.hpp"
#include "solvers/poisson/face.hpp"
#include "solvers/poisson/host/host_passes.hpp"
#include "solvers/poisson/host/outer_transforms.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"
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

template <typename T>
class HostRankPasses final : public RankPasses<T> {
public:
    HostRankPasses(const Problem& problem, const RankPart& part, int threads) : threads_{threads}
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

    T* forward(const T* f, T* u, std::int64_t planes, Stream /*stream*/) const override
    {
        if (planes > 0) {
            transforms_.at(planes).forward(f, u);
        }
        return u;
    }

    [[nodiscard]] T* modes(T* u) const override { return u; }

    void inverse(T* u, std::int64_t planes, Stream /*stream*/) const override
    {
        if (planes > 0) {
            transforms_.at(planes).inverse(u);
        }
    }

    void solve(T* columns, Stream /*stream*/) const override
    {
        removed_ = columns_ ? columns_->solve(columns, columns) : 0.0;
    }

    [[nodiscard]] std::int64_t constant_mode() const override { return constant_mode_; }
    [[nodiscard]] std::span<const std::byte> removed() const override
    {
        return std::as_bytes(std::span{&removed_, 1});
    }
    [[nodiscard]] std::span<std::byte> told() const override
    {
        return std::as_writable_bytes(std::span{&told_, 1});
    }
    [[nodiscard]] double removed_mean(Stream /*stream*/) const override { return told_; }

    [[nodiscard]] std::size_t bytes() const override
    {
        std::int64_t values = 0;
        for (const auto& [planes, transforms] : transforms_) {
            values = std::max(values, transforms.workspace_values());
        }
        const std::int64_t of_planes = values * static_cast<std::int64_t>(sizeof(T));
        return static_cast<std::size_t>(
            std::max(of_planes, columns_ ? columns_->workspace_bytes() : 0));
    }

    [[nodiscard]] std::string describe() const override
    {
        return "transforms of planes and of lines along z, " + threads_text(threads_);
    }

private:
    int threads_;
    std::int64_t constant_mode_;
    std::map<std::int64_t, OuterTransforms<T>> transforms_;  ///< by the planes of a chunk
    std::optional<HostPasses<T>> columns_;
    mutable double removed_ = 0.0;
    mutable double told_ = 0.0;
};

}  // namespace

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

template std::unique_ptr<const RankPasses<float>> make_host_passes(const Problem&, const RankPart&,
                                                                   int);
template std::unique_ptr<const RankPasses<double>> make_host_passes(const Problem&, const RankPart&,
                                                                    int);

}  // namespace tobiuo::poisson
