// `tobiuo bench himeno`: every kernel beside the ceiling, in one process, medians.

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
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
#include "app/output/run_folder.hpp"
#include "app/output/versions.hpp"
#include "app/run/signals.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/memory/ceiling.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/label.hpp"
#include "solvers/himeno/presets.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

class Bench {
public:
    Bench(const BenchHimenoOptions& options, Selection selection)
        : options_{options}, selection_{std::move(selection)}
    {
    }

    /// One row per size, back end and kernel; after a signal, the rows so far.
    Json run()
    {
        Json rows = Json::array();
        for (const Backend backend : selection_.backends) {
            for (const himeno::Preset& preset : selection_.sizes) {
                if (stop_requested()) {
                    return rows;
                }
                for (Json& row : rows_of(backend, preset)) {
                    rows.push_back(std::move(row));
                }
            }
        }
        return rows;
    }

private:
    [[nodiscard]] std::int64_t free_bytes(Backend backend) const
    {
        return backend == Backend::cpu ? host_info().usable_bytes()
                                       : device::free_device_bytes(options_.device);
    }

    [[nodiscard]] std::unique_ptr<memory::CeilingProbe> probe(Backend backend) const
    {
        const std::int64_t free = free_bytes(backend);
        return backend == Backend::cpu
                   ? memory::make_host_probe(memory::host_probe_bytes(free))
                   : memory::make_device_probe(options_.device, memory::device_probe_bytes(free));
    }

    /// The switches of the command line that `kind` has; the others are for other kernels.
    [[nodiscard]] stencil::SweepRequest request_for(const stencil::SweepKind& kind,
                                                    const himeno::Preset& preset) const
    {
        stencil::SweepRequest request{.shape = preset.shape,
                                      .precision = options_.precision,
                                      .omega = 0.8,
                                      .device = options_.device,
                                      .parameters = {}};
        for (const auto& [name, value] : selection_.parameters) {
            if (std::ranges::find(kind.parameters, name, &stencil::Parameter::name) !=
                kind.parameters.end()) {
                request.parameters[name] = value;
            }
        }
        return request;
    }

    /// Plans of all kernels of `backend` that fit beside each other, loaded.
    [[nodiscard]] std::vector<Implementation> implementations(Backend backend,
                                                              const himeno::Preset& preset) const
    {
        const auto source = himeno::official_source(preset.shape);
        std::vector<Implementation> all;
        for (const stencil::SweepKind* kind : selection_.kinds) {
            if (kind->backend != backend || stop_requested()) {
                continue;
            }
            const stencil::SweepRequest request = request_for(*kind, preset);
            std::optional<std::string> unsupported_reason = kind->unsupported_reason(request);
            const stencil::Footprint footprint = kind->footprint(request);
            const std::int64_t needed =
                backend == Backend::cpu ? footprint.host_bytes : footprint.device_bytes;
            if (!unsupported_reason && needed > free_bytes(backend)) {
                unsupported_reason =
                    fmt::format("needs {}, {} are free", bytes_text(static_cast<double>(needed)),
                                bytes_text(static_cast<double>(free_bytes(backend))));
            }
            if (unsupported_reason) {
                spdlog::warn("{} {}: skipped ({})", preset.name, kind->name, *unsupported_reason);
                continue;
            }
            spdlog::info("{} {}: loading", preset.name, kind->name);
            all.push_back({.kind = kind, .plan = kind->make(request), .seconds_per_sweep = {}});
            all.back().plan->load(*source);
        }
        return all;
    }

    std::vector<Json> rows_of(Backend backend, const himeno::Preset& preset)
    {
        const auto ceiling_probe = probe(backend);
        std::vector<Implementation> all = implementations(backend, preset);
        for (Implementation& one : all) {
            if (stop_requested()) {
                return {};
            }
            one.prepare(options_.seconds);
        }
        std::vector<double> ceilings;
        for (int repetition = 0; repetition < options_.repetitions && !stop_requested();
             ++repetition) {
            ceilings.push_back(memory::measure_ceiling(*ceiling_probe, 3).bytes_per_second);
            for (Implementation& one : all) {
                if (stop_requested()) {
                    break;
                }
                one.seconds_per_sweep.push_back(one.time(one.sweeps));
            }
        }
        std::erase_if(all, [](const Implementation& one) { return one.seconds_per_sweep.empty(); });
        std::vector<Json> rows;
        for (const Implementation& one : all) {
            rows.push_back(row_of(one, preset, median(ceilings)));
            print_row(rows.back());
        }
        return rows;
    }

    [[nodiscard]] Json row_of(const Implementation& one, const himeno::Preset& preset,
                              double ceiling) const
    {
        const double seconds = median(one.seconds_per_sweep);
        const double gflops = stencil::flops_per_sweep(preset.shape) / seconds * 1e-9;
        const double rate =
            stencil::nominal_bytes_per_sweep(preset.shape, options_.precision) / seconds;
        const auto [fastest, slowest] = std::ranges::minmax(one.seconds_per_sweep);
        return {{"size", preset.name},
                {"backend", word_of(one.kind->backend)},
                {"kernel", one.kind->name},
                {"label", himeno::label_of(*one.kind, {.precision = options_.precision})},
                {"sweeps_per_pass", one.kind->sweeps_per_pass},
                {"precision", options_.precision == Precision::fp32 ? "single" : "double"},
                {"gflops", gflops},
                {"nominal_gbps", rate * 1e-9},
                {"ceiling_gbps", ceiling * 1e-9},
                {"percent_of_ceiling", 100.0 * rate / ceiling},
                {"seconds_per_sweep", seconds},
                {"seconds_per_sweep_min", fastest},
                {"seconds_per_sweep_max", slowest},
                {"repetitions", one.seconds_per_sweep.size()},
                {"sweeps_per_repetition", one.sweeps},
                {"gosa", one.gosa},
                {"plan", one.plan->describe()}};
    }

    static void print_row(const Json& row)
    {
        std::printf(
            "%-4s %-5s %-8s %-16s %10.2f %10.2f %10.2f %8.1f\n",
            row["size"].get<std::string>().c_str(), row["backend"].get<std::string>().c_str(),
            row["kernel"].get<std::string>().c_str(), row["label"].get<std::string>().c_str(),
            row["gflops"].get<double>(), row["nominal_gbps"].get<double>(),
            row["ceiling_gbps"].get<double>(), row["percent_of_ceiling"].get<double>());
        std::fflush(stdout);
    }

    const BenchHimenoOptions& options_;
    Selection selection_;
};

Json header(const Json& rows, const BenchHimenoOptions& options)
{
    const bool on_gpu =
        std::ranges::any_of(rows, [](const Json& row) { return row["backend"] == "cuda"; });
    const Json versions = Json::parse(versions_json(on_gpu));
    Json json;
    json["schema"] = "tobiuo-bench-himeno-1";
    json["device"] =
        on_gpu ? Json(device::survey().devices.at(static_cast<std::size_t>(options.device)).name)
               : Json(nullptr);
    json["host"] = fmt::format("{}, {} threads", host_info().processor, host_info().threads);
    json["driver"] = versions.contains("cuda_driver") ? versions["cuda_driver"] : Json(nullptr);
    json["git"] = versions["git"];
    json["versions"] = versions;
    json["date"] = utc_now();
    std::vector<double> ceilings;
    for (const Json& row : rows) {
        if (row["backend"] == (on_gpu ? "cuda" : "cpu")) {
            ceilings.push_back(row["ceiling_gbps"].get<double>());
        }
    }
    json["ceiling_gbps"] = ceilings.empty() ? Json(nullptr) : Json(median(ceilings));
    return json;
}

}  // namespace

ExitCode bench_himeno_command(const BenchHimenoOptions& options)
{
    install_signal_handlers();
    Selection selection = select_for_bench(options);
    std::optional<OptionFile> file;
    if (options.json) {
        file.emplace(*options.json, "--json");
    }
    std::printf("%-4s %-5s %-8s %-16s %10s %10s %10s %8s\n", "size", "back", "kernel", "label",
                "GFLOPS", "GB/s", "ceiling", "percent");
    const Json rows = Bench{options, std::move(selection)}.run();
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the rows so far are kept", stop_signal_name());
    }
    if (file) {
        Json json = header(rows, options);
        json["rows"] = rows;
        file->write(json.dump(2) + "\n");
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

}  // namespace tobiuo
