// The passes of a rank whose arrays are in host memory and visit its GPU in chunks.
#include <memory>
#include <string>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "solvers/poisson/axis/singular.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/host_side.hpp"
#include "solvers/poisson/out_of_card/ready_rounds.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"

namespace tobiuo::poisson {
namespace {

/// The planes of a rank, all of which are transformed at a time, and its columns.
RoundsPart part_of_rank(const RankPart& part)
{
    RoundsPart rounds{.cuts = part.cuts, .outer = {}, .middle = {}};
    if (!part.chunks.empty()) {
        rounds.outer.count = part.chunks.front();
    }
    if (part.columns) {
        rounds.middle = {.first = part.columns->first, .count = part.columns->count};
    }
    return rounds;
}

template <typename T>
class RoundRankPasses final : public RankPasses<T> {
public:
    RoundRankPasses(const Problem& problem, const RankPart& part, std::int64_t device_bytes)
        : plane_{plane_points(problem)},
          columns_{part.columns ? points(problem) / unknowns(problem, part.cuts.middle).count *
                                      part.columns->count
                                : 0},
          rounds_{problem,
                  divided_in_rounds(problem, part_of_rank(part), device_bytes,
                                    fft::limits_of_current_device(), fft::with_known_table({})),
                  fft::with_known_table({}), Watch{}}
    {
    }

    T* forward(const T* f, T* u, std::int64_t planes, Stream /*stream*/) const override
    {
        if (planes > 0) {
            rounds_.forward_and_wait(host_side_of(f, planes * plane_),
                                     host_side_of(u, planes * plane_));
        }
        return u;
    }

    [[nodiscard]] T* modes(T* u) const override { return u; }

    void inverse(T* u, std::int64_t planes, Stream /*stream*/) const override
    {
        if (planes > 0) {
            rounds_.inverse_and_wait(host_side_of(u, planes * plane_));
        }
    }

    void solve(T* columns, Stream /*stream*/) const override
    {
        if (columns_ > 0) {
            rounds_.solve_middle_and_wait(host_side_of(columns, columns_));
        }
        removed_ = rounds_.removed_mean();
    }

    [[nodiscard]] std::int64_t constant_mode() const override { return 0; }
    [[nodiscard]] std::span<const std::byte> removed() const override
    {
        return std::as_bytes(std::span{&removed_, 1});
    }
    [[nodiscard]] std::span<std::byte> told() const override
    {
        return std::as_writable_bytes(std::span{&told_, 1});
    }
    [[nodiscard]] double removed_mean(Stream /*stream*/) const override { return told_; }

    [[nodiscard]] std::size_t bytes() const override { return rounds_.device_bytes(); }
    [[nodiscard]] std::int64_t copied_bytes() const override { return rounds_.copied_bytes(); }
    [[nodiscard]] std::string describe() const override { return rounds_.describe(); }

private:
    std::int64_t plane_;
    std::int64_t columns_;           ///< values of the columns
    mutable ReadyRounds<T> rounds_;  ///< one solve at a time
    mutable double removed_ = 0.0;
    mutable double told_ = 0.0;
};

}  // namespace

template <typename T>
std::unique_ptr<const RankPasses<T>> make_round_passes(const Problem& problem, const RankPart& part,
                                                       std::int64_t device_bytes)
{
    return std::make_unique<RoundRankPasses<T>>(problem, part, device_bytes);
}

template std::unique_ptr<const RankPasses<float>> make_round_passes(const Problem&, const RankPart&,
                                                                    std::int64_t);
template std::unique_ptr<const RankPasses<double>> make_round_passes(const Problem&,
                                                                     const RankPart&, std::int64_t);

}  // namespace tobiuo::poisson
