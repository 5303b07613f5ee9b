// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/chunk_trial.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>

#include "runtime/median.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::fft {
namespace {

/// The arrays of all candidates with one division. Their values do not matter.
class TrialArrays {
public:
    TrialArrays(const RankTransform& steps, bool in_place, const runtime::Machine& machine)
        : in_{allocated(steps.array_bytes().in, machine)},
          out_{in_place ? in_ : allocated(steps.array_bytes().out, machine)}
    {
    }

    void execute_and_wait(const RankTransform& steps, const runtime::Machine& machine) const
    {
        steps.execute(in_.as<std::byte>(), out_.as<std::byte>(), nullptr);
        machine.wait(nullptr);
    }

private:
    static runtime::Array allocated(std::int64_t bytes, const runtime::Machine& machine)
    {
        return machine.allocate(static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1)));
    }

    runtime::Array in_;
    runtime::Array out_;
};

}  // namespace

std::vector<int> chunk_candidates(std::int64_t most)
{
    constexpr std::int64_t most_tried = 32;
    std::vector<int> candidates;
    for (int chunks = 1; chunks <= std::min(most, most_tried); chunks *= 2) {
        candidates.push_back(chunks);
    }
    return candidates;
}

double seconds_of_slowest(const Communicator& ranks, const std::function<double()>& once)
{
    constexpr int repetitions = 5;
    std::vector<double> slowest;
    static_cast<void>(once());
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        slowest.push_back(ranks::slowest(ranks, once));
    }
    return median(slowest);
}

RankOptions fastest_options(const Problem& problem, const Communicator& ranks,
                            const RankOptions& options,
                            const std::vector<std::optional<RankGrid>>& grids)
{
    RankOptions best = options;
    double least = std::numeric_limits<double>::infinity();
    for (const std::optional<RankGrid>& grid : grids) {
        const auto machine = runtime::make_machine(options.backend, options.threads);
        std::optional<TrialArrays> arrays;
        const RankLayout of_first{problem, 0, ranks.size(), grid};
        const std::int64_t most = of_first.planes_to_columns().division.most_chunks();
        std::vector<int> candidates = chunk_candidates(most);
        if (!machine->is_host()) {
            candidates.push_back(0);  // for passes that exchange themselves
        }
        for (const int chunks : candidates) {
            RankOptions trial = options;
            trial.grid = grid;
            trial.chunks = chunks;
            const RankTransform steps{problem, ranks, trial};
            if (chunks == 0 && !steps.exchanges_in_passes()) {
                continue;
            }
            if (!arrays) {
                arrays.emplace(steps, problem.placement == Placement::in_place, *machine);
            }
            const double seconds = seconds_of_slowest(ranks, [&] {
                const auto start = std::chrono::steady_clock::now();
                arrays->execute_and_wait(steps, *machine);
                return seconds_since(start);
            });
            if (seconds < least) {
                least = seconds;
                best = trial;
            }
        }
    }
    return best;
}

}  // namespace tobiuo::fft
