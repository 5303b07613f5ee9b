// SPDX-License-Identifier: BSD-3-Clause
#include "studies/ladder/bench_ladder.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/himeno/implementation.hpp"
#include "app/errors.hpp"
#include "app/json_text.hpp"
#include "app/machine/named_device.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/printable.hpp"
#include "app/run/signals.hpp"
#include "kernels/stencil/sweep.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/median.hpp"
#include "runtime/memory/ceiling.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "studies/ladder/ladder_json.hpp"
#include "studies/ladder/result.hpp"
#include "studies/ladder/steps.hpp"
#include "studies/ladder/table.hpp"

namespace tobiuo {
namespace {

using namespace ladder;

void refuse_choices_of_kernels(const BenchHimenoOptions& options)
{
    const auto refuse = [](const char* option) {
        throw InputError{{.source = option, .line = 0, .column = 0},
                         "does not go with --ladder, which chooses kernels and switches step by "
                         "step: leave out one of them"};
    };
    if (!options.kernels.empty()) {
        refuse("--kernels");
    }
    if (!options.parameters.empty()) {
        refuse("--parameters");
    }
    for (const char* other : {"cpu", "opencl"}) {
        if (options.backends.has(other)) {
            throw InputError{
                {.source = "--backends", .line = 0, .column = 0},
                fmt::format("the steps of --ladder are those of CUDA: leave out {}", other)};
        }
    }
}

std::string name_of_device(int index)
{
    return named_device(index, "climb the ladder on",
                        device::survey().devices.empty() ? "its steps need a GPU"
                                                         : "choose another --device")
        .name;
}

/// The CUDA kernel of that name; null for a step that no kernel here does.
const stencil::SweepKind* kind_called(const std::string& name)
{
    const auto found = std::ranges::find_if(stencil::sweep_kinds(), [&](const auto& kind) {
        return kind.backend == bench::gpu_kind().backend && kind.name == name;
    });
    return found == stencil::sweep_kinds().end() ? nullptr : &*found;
}

class Ladder {
public:
    Ladder(const BenchHimenoOptions& options, const himeno::Preset& preset)
        : options_{options},
          preset_{preset},
          source_{himeno::official_source(preset_.shape)},
          probe_{cuda_.make_probe(options.device, cuda_.free_bytes(options.device))}
    {
    }

    /// Measures one step: its plan alone on the device, repetitions and ceiling by turns.
    [[nodiscard]] Result climb(const Step& step) const
    {
        const stencil::SweepKind* kind = kind_called(step.kernel);
        const stencil::SweepRequest request{.shape = preset_.shape,
                                            .precision = options_.precision,
                                            .omega = 0.8,
                                            .device = options_.device,
                                            .parameters = step.parameters};
        if (const std::string reason = reason_against(step, kind, request); !reason.empty()) {
            if (kind != nullptr) {
                spdlog::warn("step {}: skipped ({})", step.number, reason);
            }
            return {.step = step, .figures = {}, .reason = reason};
        }
        std::vector<bench::Implementation> alone;
        alone.push_back(himeno_bench::make_implementation(*kind, request, *source_));
        std::vector<double> ceilings;
        bench::compete(alone, himeno_bench::pace_of(options_), [&] {
            ceilings.push_back(memory::measure_ceiling(probe_, 3).bytes_per_second);
        });
        if (alone.empty()) {
            return {.step = step, .figures = {}, .reason = "stopped"};
        }
        Result result{.step = step, .figures = bench::Json::object(), .reason = ""};
        himeno_bench::put_figures(*result.figures, alone.front(), preset_.shape, options_.precision,
                                  median(ceilings));
        return result;
    }

private:
    /// The reason why the step cannot be measured; empty if it can.
    [[nodiscard]] static std::string reason_against(const Step& step,
                                                    const stencil::SweepKind* kind,
                                                    const stencil::SweepRequest& request)
    {
        if (step.kernel.empty()) {
            return "another program";
        }
        if (kind == nullptr) {
            return "no kernel here does it";
        }
        return himeno_bench::unsupported_reason(*kind, request).value_or("");
    }

    const BenchHimenoOptions& options_;
    const bench::MachineKind& cuda_ = bench::gpu_kind();
    himeno::Preset preset_;
    std::unique_ptr<stencil::ArraySource> source_;
    memory::CeilingProbe probe_;
};

/// Measures all steps at one size and prints each; after a signal, the steps so far.
void climb_all(const BenchHimenoOptions& options, const himeno::Preset& preset,
               const std::string& device, const std::vector<PublishedSeries>& published,
               Climbed& climbed)
{
    const Ladder ladder{options, preset};
    print(table_head(climbed.size, device, published));
    std::optional<double> base;
    for (const Step& step : steps()) {
        if (stop_requested()) {
            break;
        }
        climbed.results.push_back(ladder.climb(step));
        const Result& result = climbed.results.back();
        if (step.number == base_step) {
            base = result.figure("gflops");
        }
        print(table_row(result, base, published));
    }
}

}  // namespace

ExitCode bench_ladder_command(const BenchHimenoOptions& options)
{
    install_signal_handlers();
    refuse_choices_of_kernels(options);
    const std::vector<himeno::Preset> sizes = chosen_sizes(options);
    const std::string device = name_of_device(options.device);
    const auto json = bench_file(options.json);
    const std::vector<PublishedSeries> published = published_columns();
    std::vector<Climbed> all;
    const auto measure = [&] {
        for (const himeno::Preset& preset : sizes) {
            if (!stop_requested()) {
                all.push_back({.size = std::string{preset.name}, .results = {}});
                climb_all(options, preset, device, published, all.back());
            }
        }
    };
    return bench::measure_and_keep("steps", measure, [&] {
        print(table_foot());
        if (json) {
            bench::Machine machine = bench::machine_of(std::nullopt);
            machine.device = device;
            json->write(json_text(ladder_json(machine, options.precision, all, published,
                                              bench::origin_of(true))) +
                        "\n");
        }
    });
}

}  // namespace tobiuo
