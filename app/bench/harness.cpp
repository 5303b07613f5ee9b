#include "app/bench/harness.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <exception>
#include <utility>

#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/printable.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::bench {

Machine machine_of(std::optional<int> device, int threads)
{
    const HostInfo host = host_info();
    Machine machine{.host = fmt::format("{}, {}", host.processor,
                                        threads_text(threads > 0 ? threads : host.threads))};
    if (device) {
        const device::DeviceInfo& found =
            device::survey().devices.at(static_cast<std::size_t>(*device));
        machine.device = found.name;
        machine.l2_bytes = found.l2_bytes;
        machine.copy_bytes_per_second =
            device_copy_ceiling(*device, device_copy_bytes(*device)).bytes_per_second;
    }
    return machine;
}

Origin origin_of(bool with_cuda)
{
    return {.versions = Json::parse(versions_json(with_cuda ? Backend::cuda : Backend::cpu)),
            .date = utc_now()};
}

void Results::add(Json row, const Implementation& one)
{
    rows.push_back(std::move(row));
    if (!one.version.empty()) {
        versions[one.name] = one.version;
    }
}

Json document(const std::string& schema, const Machine& machine, Origin origin,
              const Results& results)
{
    for (const auto& [name, version] : results.versions) {
        origin.versions[name] = version;
    }
    Json json;
    json["schema"] = schema;
    json["device"] = machine.device.empty() ? Json(nullptr) : Json(machine.device);
    json["host"] = machine.host;
    json["driver"] = origin.versions.value("cuda_driver", Json(nullptr));
    json["git"] = origin.versions.at("git");
    json["versions"] = std::move(origin.versions);
    json["date"] = std::move(origin.date);
    return json;
}

void put_times(Json& row, const Implementation& one)
{
    const Times times = times_of(one.seconds);
    row["ms"] = times.median * 1e3;
    row["ms_min"] = times.least * 1e3;
    row["ms_max"] = times.most * 1e3;
    row["repetitions"] = one.seconds.size();
    row["executions_per_repetition"] = one.executions;
}

ExitCode run(const Benchmark& benchmark, const std::function<void(const Results&)>& keep)
{
    Results results;
    print(benchmark.head + heading_line(benchmark.columns));
    const auto measure = [&] {
        for (const auto& problem : benchmark.problems) {
            if (stop_requested()) {
                return;
            }
            const std::size_t before = results.rows.size();
            problem(results);
            for (std::size_t n = before; n < results.rows.size(); ++n) {
                print(line_of(benchmark.columns, results.rows[n]));
            }
        }
    };
    return measure_and_keep("rows", measure, [&] {
        if (benchmark.foot) {
            print(benchmark.foot(results));
        }
        keep(results);
    });
}

ExitCode measure_and_keep(std::string_view what, const std::function<void()>& measure,
                          const std::function<void()>& keep)
{
    std::exception_ptr failure;
    try {
        measure();
    } catch (const device::DeviceError&) {
        failure = std::current_exception();
    }
    const bool stopped = stop_requested();
    if (stopped) {
        spdlog::warn("stopped by {}, the {} so far are kept", stop_signal_name(), what);
    }
    keep();
    if (failure) {
        std::rethrow_exception(failure);
    }
    return stopped ? ExitCode::interrupted : ExitCode::done;
}

bool fits(const std::string& problem, const char* where, double needed, std::int64_t free)
{
    const bool enough = needed <= static_cast<double>(free);
    if (!enough) {
        spdlog::warn("{}: skipped (its arrays need {} {}, {} are free)", problem,
                     bytes_text(needed), where, bytes_text(static_cast<double>(free)));
    }
    return enough;
}

}  // namespace tobiuo::bench
