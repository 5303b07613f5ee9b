// The passes of a rank whose arrays are in host memory and visit its GPU in chunks.
#include <cstdint>
#include <memory>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/machine/machine.hpp"
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

}  // namespace

template <typename T>
RankPasses<T> passes_in_rounds(const Problem& problem, const RankPart& part,
                               std::int64_t device_bytes)
{
    validate_modes(problem);
    // One solve at a time.
    const auto rounds = std::make_shared<ReadyRounds<T>>(
        problem,
        divided_in_rounds(problem, part_of_rank(part), device_bytes,
                          fft::limits_of_current_device(), fft::with_known_table({})),
        fft::with_known_table({}), Watch{});
    const auto host = runtime::make_host_machine();
    RankPasses<T> passes{.constant = {.removed = host->zeros_and_wait(sizeof(double)),
                                      .told = host->zeros_and_wait(sizeof(double))},
                         .bytes = rounds->device_bytes(),
                         .copied_bytes = rounds->copied_bytes(),
                         .description = rounds->describe()};
    const std::int64_t plane = plane_points(problem);
    const std::int64_t columns =
        part.columns
            ? points(problem) / unknowns(problem, part.cuts.middle).count * part.columns->count
            : 0;
    passes.forward = [=](const T* f, T* u, std::int64_t planes, Stream /*stream*/) {
        rounds->forward_and_wait(host_side_of(f, planes * plane), host_side_of(u, planes * plane));
    };
    passes.inverse = [=](T* u, std::int64_t planes, Stream /*stream*/) {
        rounds->inverse_and_wait(host_side_of(u, planes * plane));
    };
    passes.solve = [=, removed = passes.constant.removed](T* values, Stream /*stream*/) {
        if (columns > 0) {
            rounds->solve_middle_and_wait(host_side_of(values, columns));
        }
        *removed.template as<double>() = rounds->removed_mean();
    };
    return passes;
}

template RankPasses<float> passes_in_rounds(const Problem&, const RankPart&, std::int64_t);
template RankPasses<double> passes_in_rounds(const Problem&, const RankPart&, std::int64_t);

}  // namespace tobiuo::poisson
