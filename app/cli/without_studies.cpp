// SPDX-License-Identifier: BSD-3-Clause
// What the commands of studies/ say in a build without that floor.
#include <CLI/CLI.hpp>
#include <string>

#include "app/cli/studies.hpp"

namespace tobiuo {
namespace {

[[noreturn]] void refuse(const std::string& command)
{
    throw InputError{{.source = command, .line = 0, .column = 0},
                     "this build has no reruns of papers, for it was configured with "
                     "TOBIUO_STUDIES=OFF: build it with -DTOBIUO_STUDIES=ON"};
}

void add_memory_options(CLI::App& memory, std::function<ExitCode()>& chosen)
{
    memory.allow_extras();  // the options that the study has
    memory.callback([&chosen] { chosen = []() -> ExitCode { refuse("bench memory"); }; });
}

ExitCode bench_ladder(const BenchHimenoOptions& /*options*/)
{
    refuse("--ladder");
}

ExitCode bench_fft_published(const BenchFftOptions& /*options*/)
{
    refuse("--published");
}

}  // namespace

Studies without_studies()
{
    return {.add_memory_options = add_memory_options,
            .bench_ladder = bench_ladder,
            .bench_fft_published = bench_fft_published};
}

}  // namespace tobiuo
