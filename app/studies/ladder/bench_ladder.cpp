// `tobiuo bench himeno --ladder`: the paper's table 3 step by step on the GPU at hand.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/himeno/bench_himeno.hpp"
#include "app/bench/himeno/bench_selection.hpp"
#include "app/bench/himeno/implementation.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/option_file.hpp"
#include "app/output/print.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/versions.hpp"
#include "app/run/signals.hpp"
#include "app/studies/ladder/ladder_json.hpp"
#include "app/studies/ladder/result.hpp"
#include "app/studies/ladder/steps.hpp"
#include "app/studies/ladder/table.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/memory/ceiling.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"

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
    if (std::ranges::find(options.backends, "cpu") != options.backends.end()) {
        throw InputError{{.source = "--backends", .line = 0, .column = 0},
                         "the steps of --ladder are those of a GPU: leave out cpu"};
    }
}

std::string name_of_device(int index)
{
    const device::Survey& survey = device::survey();
    if (index >= static_cast<int>(survey.devices.size())) {
        throw device::DeviceError{fmt::format(
            "cannot climb the ladder on CUDA device {} ({}): {}", index,
            device::device_unsupported_reason(survey, index),
            survey.devices.empty() ? "its steps need a GPU" : "choose another --device")};
    }
    return survey.devices[static_cast<std::size_t>(index)].name;
}

/// Nothing in a build without CUDA kernels.
const stencil::SweepKind* kind_called(const std::string& name)
{
    const auto found = std::ranges::find_if(stencil::sweep_kinds(), [&](const auto& kind) {
        return kind.backend == Backend::cuda && kind.name == name;
    });
    return found == stencil::sweep_kinds().end() ? nullptr : &*found;
}

class Ladder {
public:
    Ladder(const BenchHimenoOptions& options, const himeno::Preset& preset)
        : options_{options},
          preset_{preset},
          source_{himeno::official_source(preset_.shape)},
          probe_{memory::make_device_probe(
              options.device,
              memory::device_probe_bytes(device::free_device_bytes(options.device)))}
    {
    }

    /// One step: its plan alone on the device, repetitions and ceiling in turn.
    [[nodiscard]] Result climb(const Step& step) const
    {
        const stencil::SweepKind* kind = kind_called(step.kernel);
        const stencil::SweepRequest request{.shape = preset_.shape,
                                            .precision = options_.precision,
                                            .omega = 0.8,
                                            .device = options_.device,
                                            .parameters = step.parameters};
        if (const std::string reason = unsupported_reason(step, kind, request); !reason.empty()) {
            if (kind != nullptr) {
                spdlog::warn("step {}: skipped ({})", step.number, reason);
            }
            return {.step = step, .measured = std::nullopt, .reason = reason};
        }
        Implementation one{.kind = kind, .plan = kind->make(request), .seconds_per_sweep = {}};
        one.plan->load(*source_);
        one.prepare(options_.seconds);
        std::vector<double> ceilings;
        for (int n = 0; n < options_.repetitions && (n == 0 || !stop_requested()); ++n) {
            ceilings.push_back(memory::measure_ceiling(*probe_, 3).bytes_per_second);
            one.seconds_per_sweep.push_back(one.time(one.sweeps));
        }
        return {.step = step, .measured = measured(one, median(ceilings)), .reason = ""};
    }

private:
    [[nodiscard]] std::string unsupported_reason(const Step& step, const stencil::SweepKind* kind,
                                                 const stencil::SweepRequest& request) const
    {
        if (step.kernel.empty()) {
            return "another program";
        }
        if (kind == nullptr) {
            return "no such kernel in this build";
        }
        if (const auto unsupported_reason = kind->unsupported_reason(request)) {
            return *unsupported_reason;
        }
        const std::int64_t needed = kind->footprint(request).device_bytes;
        const std::int64_t free = device::free_device_bytes(options_.device);
        return needed <= free
                   ? ""
                   : fmt::format("needs {}, {} are free", bytes_text(static_cast<double>(needed)),
                                 bytes_text(static_cast<double>(free)));
    }

    [[nodiscard]] Measured measured(const Implementation& one, double ceiling) const
    {
        const double seconds = median(one.seconds_per_sweep);
        const auto [least, most] = std::ranges::minmax(one.seconds_per_sweep);
        return {.seconds = seconds,
                .least = least,
                .most = most,
                .gflops = stencil::flops_per_sweep(preset_.shape) / seconds * 1e-9,
                .bytes_per_second =
                    stencil::nominal_bytes_per_sweep(preset_.shape, options_.precision) / seconds,
                .ceiling = ceiling,
                .repetitions = static_cast<std::int64_t>(one.seconds_per_sweep.size()),
                .sweeps = one.sweeps,
                .gosa = one.gosa,
                .plan = one.plan->describe()};
    }

    const BenchHimenoOptions& options_;
    himeno::Preset preset_;
    std::unique_ptr<stencil::ArraySource> source_;
    std::unique_ptr<memory::CeilingProbe> probe_;
};

/// All steps at one size, printed as they come; after a signal, those so far.
Climbed climb_all(const BenchHimenoOptions& options, const himeno::Preset& preset,
                  const std::string& device, const std::vector<PublishedSeries>& published)
{
    Climbed climbed{.size = std::string{preset.name}, .results = {}};
    const Ladder ladder{options, preset};
    print(table_head(climbed.size, device, published));
    std::optional<double> base;
    for (const Step& step : steps()) {
        if (stop_requested()) {
            break;
        }
        climbed.results.push_back(ladder.climb(step));
        const Result& result = climbed.results.back();
        if (step.number == base_step && result.measured) {
            base = result.measured->gflops;
        }
        print(table_row(result, base, published));
    }
    return climbed;
}

}  // namespace

ExitCode bench_ladder_command(const BenchHimenoOptions& options)
{
    install_signal_handlers();
    refuse_choices_of_kernels(options);
    const std::vector<himeno::Preset> sizes = chosen_sizes(options);
    const std::string device = name_of_device(options.device);
    const std::optional<OptionFile> json =
        options.json ? std::optional<OptionFile>{std::in_place, *options.json, "--json"}
                     : std::nullopt;
    const std::vector<PublishedSeries> published = published_columns();
    std::vector<Climbed> all;
    for (const himeno::Preset& preset : sizes) {
        if (!stop_requested()) {
            all.push_back(climb_all(options, preset, device, published));
        }
    }
    print(table_foot());
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the steps so far are kept", stop_signal_name());
    }
    if (json) {
        json->write(
            ladder_json(device, options.precision, all, published, versions_json(true), utc_now()));
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
