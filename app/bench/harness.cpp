// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/harness.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/machine/version.hpp"
#include "app/printable.hpp"
#include "app/run/signals.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::bench {
namespace {

template <typename Text>
std::string line(const std::vector<Column>& columns, const Text& text_of)
{
    std::string line;
    for (const Column& column : columns) {
        line += fmt::format(fmt::runtime(column.width < 0 ? "{}{:<{}}" : "{}{:>{}}"),
                            line.empty() ? "" : " ", text_of(column), std::abs(column.width));
    }
    return line + "\n";
}

/// A cell of a number, which may be null.
template <typename Text>
Cell number_cell(std::string key, const Text& text_of)
{
    return [key = std::move(key), text_of](const Json& row) {
        const Json& figure = row.at(key);
        return figure.is_null() ? std::string{"-"} : text_of(figure.get<double>());
    };
}

}  // namespace

Cell word(std::string key)
{
    return [key = std::move(key)](const Json& row) { return row.at(key).get<std::string>(); };
}

Cell fixed(std::string key, int decimals)
{
    return number_cell(std::move(key), [decimals](double value) {
        return fmt::format("{:.{}f}", value, decimals);
    });
}

Cell scientific(std::string key)
{
    return number_cell(std::move(key), [](double value) { return fmt::format("{:.2e}", value); });
}

Cell bytes(std::string key)
{
    return number_cell(std::move(key), [](double value) { return bytes_text(value); });
}

Cell milliseconds(std::string key)
{
    return number_cell(std::move(key), [](double value) {
        return fmt::format("{:.{}f}", value, value < 1.0 ? 5 : value < 100.0 ? 4 : 1);
    });
}

std::string heading_line(const std::vector<Column>& columns)
{
    return line(columns, [](const Column& column) { return column.heading; });
}

std::string line_of(const std::vector<Column>& columns, const Json& row)
{
    return line(columns, [&](const Column& column) { return column.cell(row); });
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

void put_nulls(Json& row, std::initializer_list<const char*> keys)
{
    for (const char* key : keys) {
        row[key] = nullptr;
    }
}

void put_ratios(std::span<Json> rows, std::string_view peer, const std::string& key,
                const char* time)
{
    const auto found =
        std::ranges::find_if(rows, [&](const Json& row) { return row["contestant"] == peer; });
    if (found == rows.end()) {
        return;
    }
    const double seconds = found->at(time);
    for (Json& row : rows) {
        row[key] = seconds / row[time].get<double>();
    }
}

void add_rows(const Job& job, std::span<const Team> teams, Results& results)
{
    const std::size_t before = results.rows.size();
    const auto compare = [&] {
        if (job.compare) {
            job.compare(std::span{results.rows}.subspan(before));
        }
    };
    try {
        for (const Team& team : teams) {
            if (stop_requested()) {
                break;
            }
            std::vector<Implementation> all = job.contestants(team);
            compete(all, job.pace, job.before_round);
            for (const Implementation& one : all) {
                results.add(job.row(one, *team.machine), one);
            }
        }
    } catch (const device::DeviceError&) {  // the rows so far are kept
        compare();
        throw;
    }
    compare();
}

ExitCode run(const Benchmark& benchmark, const std::optional<BenchFile>& json)
{
    Results results;
    print(benchmark.head + heading_line(benchmark.columns));
    const auto measure_all = [&] {
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
    return measure_and_keep("rows", measure_all, [&] {
        if (benchmark.foot) {
            print(benchmark.foot(results));
        }
        if (json) {
            json->write(json_text(benchmark.document(results)) + "\n");
        }
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

}  // namespace tobiuo::bench
