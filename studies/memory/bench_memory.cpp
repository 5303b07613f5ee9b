// SPDX-License-Identifier: BSD-3-Clause
#include "studies/memory/bench_memory.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "app/bench/harness.hpp"
#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/named_device.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/printable.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/survey.hpp"
#include "studies/memory/studies.hpp"
#include "studies/memory/study_json.hpp"
#include "studies/memory/table.hpp"

namespace tobiuo {
namespace {

using namespace memory_study;

const device::DeviceInfo& device_to_measure(int index)
{
    return named_device(
        index, "measure the memory of",
        device::survey().devices.empty() ? "this study needs a GPU" : "choose another --device");
}

Machine machine_of(const device::DeviceInfo& found)
{
    const memory::DeviceLimits limits = memory::device_limits(found.index);
    return {.name = found.name,
            .compute_capability = fmt::format("{}.{}", found.major, found.minor),
            .multiprocessors = found.multiprocessors,
            .memory_bytes = found.memory_bytes,
            .l2_bytes = found.l2_bytes,
            .threads = limits.threads,
            .peak_gbps = limits.peak_bytes_per_second * 1e-9};
}

/// Measures and prints row by row; after a signal, returns the rows so far.
Result run(Study study, const Timing& timing)
{
    Result result{.study = std::move(study), .points = {}};
    const Study& what = result.study;
    result.points.resize(what.forms.size());
    spdlog::info("{}: {} points", what.name, what.xs.size() * what.forms.size());
    print(table_head(what));
    for (const double x : what.xs) {
        std::vector<std::string> cells;
        for (std::size_t n = 0; n < what.forms.size() && !stop_requested(); ++n) {
            const auto probe = what.forms[n].probe(x);
            const Measurement measured = measure(*probe, what.quantity, timing);
            result.points[n].push_back({.x = x, .bytes = what.bytes(x), .measured = measured});
            cells.push_back(cell_of(measured.median));
        }
        if (!cells.empty()) {
            print(table_row(what, x, cells));
        }
    }
    print(table_foot(what));
    return result;
}

}  // namespace

ExitCode bench_memory_command(const BenchMemoryOptions& options)
{
    install_signal_handlers();
    const device::DeviceInfo& found = device_to_measure(options.device);
    const auto json = bench_file(options.json);
    const Machine machine = machine_of(found);
    print(fmt::format(
        "{}: compute capability {}, {} multiprocessors, {} threads at a time, L2 {}, "
        "theoretical peak {}\n",
        machine.name, machine.compute_capability, machine.multiprocessors, machine.threads,
        bytes_text(static_cast<double>(machine.l2_bytes)),
        machine.peak_gbps > 0.0 ? fmt::format("{:.0f} GB/s", machine.peak_gbps) : "unknown"));
    const StudySetup setup{.device = options.device,
                           .multiprocessors = machine.multiprocessors,
                           .resident_threads = machine.threads,
                           .free_bytes = device::free_device_bytes(options.device),
                           .quick = options.quick};
    std::vector<Result> results;
    const auto measure = [&] {
        for (Study& study : studies(setup, options.only)) {
            if (!stop_requested()) {
                results.push_back(run(std::move(study), options.timing));
            }
        }
    };
    return bench::measure_and_keep("points", measure, [&] {
        const bench::Origin origin = bench::origin_of(true);
        if (json) {
            json->write(json_text(study_json(machine, options.timing, results, origin)) + "\n");
        }
    });
}

}  // namespace tobiuo
