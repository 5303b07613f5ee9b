// SPDX-License-Identifier: BSD-3-Clause
// The reruns of papers that the command line offers.
#include "app/cli/studies.hpp"
#include "studies/ladder/bench_ladder.hpp"
#include "studies/memory/bench_memory.hpp"
#include "studies/published/bench_fft_published.hpp"

namespace tobiuo {

Studies studies()
{
    return {.add_memory_options = add_memory_options,
            .bench_ladder = bench_ladder_command,
            .bench_fft_published = bench_fft_published_command};
}

}  // namespace tobiuo
