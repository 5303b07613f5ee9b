// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/poisson/rows.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "app/json_text.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/wording.hpp"

namespace tobiuo::poisson_bench {
namespace {

Json gbps_or_null(double bytes_per_second)
{
    return bytes_per_second > 0.0 ? Json(bytes_per_second * 1e-9) : Json(nullptr);
}

/// A line with the ceiling; empty if it was not measured.
std::string ceiling_line(const std::string& where, double bytes_per_second, const char* mix)
{
    return bytes_per_second > 0.0
               ? fmt::format("{}: ceiling {:.1f} GB/s ({})\n", where, bytes_per_second * 1e-9, mix)
               : "";
}

/// The ratio to FFTW on the CPU, to cuFFT on a GPU, or with OpenCL to our solver on the CPU.
std::string peer_cell(const Json& row)
{
    const Json& backend = row["backend"];
    const char* ratio = backend == "cpu"      ? "ratio_to_fftw"
                        : backend == "opencl" ? "ratio_to_cpu"
                                              : "ratio_to_cufft";
    return bench::fixed(ratio, 3)(row);
}

/// "64x64", of a batch "4096 x 64x64".
std::string shape_cell(const Json& row)
{
    const std::string batch =
        row["batch"].is_null() ? "" : std::to_string(row["batch"].get<std::int64_t>()) + " x ";
    return batch + row["shape"].get<std::string>();
}

}  // namespace

Json row_of(const BenchProblem& problem, const bench::Implementation& one, Backend backend,
            double ceiling_bytes_per_second)
{
    const poisson::Problem& what = problem.problem;
    const auto points = static_cast<double>(poisson::points(what) * problem.problems());
    // The least bytes of the three passes of our solve, of a batch of one, for every implementation.
    const double bytes = problem.batch > 0
                             ? 2.0 * static_cast<double>(bytes_per_value(what.precision))
                             : bytes_per_point(what.precision);
    Json row{{"shape", problem.shape()},
             {"cells", bench::reversed(problem.cells)},
             {"batch", problem.batch > 0 ? Json(problem.batch) : Json(nullptr)},
             {"points", poisson::points(what) * problem.problems()},
             {"boundary", problem.boundary},
             {"location", word_of(what.grid.location)},
             {"operator", word_of(what.op)},
             {"precision", tobiuo::word_of(what.precision)},
             {"backend", tobiuo::word_of(backend)},
             {"contestant", one.name}};
    put_times(row, one);
    const double points_per_second = points / bench::times_of(one.seconds).median;
    row["mpoints_per_second"] = points_per_second * 1e-6;
    row["bytes_per_point"] = bytes;
    row["ceiling_gbps"] = ceiling_bytes_per_second * 1e-9;
    row["percent_of_ceiling"] = 100.0 * bytes * points_per_second / ceiling_bytes_per_second;
    bench::put_nulls(row, {"platform", "ratio_to_cufft", "ratio_to_fftw", "ratio_to_cpu",
                           "rel_residual", "backward_error", "rounding_level", "accurate"});
    row["planning_seconds"] = one.planning_seconds;
    row["workspace_bytes"] = or_null(one.workspace_bytes);
    row["plan"] = one.plan;
    return row;
}

void put_residual(Json& row, const poisson::Residual& residual)
{
    row["rel_residual"] = residual.relative_l2;
    row["backward_error"] = residual.backward_error;
    row["rounding_level"] = residual.rounding_level;
    row["accurate"] = residual.at_rounding_level();
}

void compare(std::span<Json> rows)
{
    const auto on_cpu = std::ranges::find_if(rows, [](const Json& row) {
        return row["backend"] == "cpu" && row["contestant"] == "ours";
    });
    for (Json& row : rows) {
        if (on_cpu != rows.end() && row["backend"] == "opencl") {
            row["ratio_to_cpu"] = (*on_cpu)["ms"].get<double>() / row["ms"].get<double>();
        }
    }
    while (!rows.empty()) {
        const Json backend = rows.front()["backend"];
        const auto end = std::ranges::find_if_not(
            rows, [&](const Json& row) { return row["backend"] == backend; });
        const auto team = rows.first(static_cast<std::size_t>(end - rows.begin()));
        for (Json& row : team) {
            for (const Json& peer : team) {
                const std::string name = peer["contestant"];
                row[(name == "ours" ? "tobiuo" : name) + "_ms"] = peer["ms"];
            }
        }
        for (const char* peer : {"cufft", "fftw"}) {
            bench::put_ratios(team, peer, std::string{"ratio_to_"} + peer);
        }
        rows = rows.subspan(team.size());
    }
}

std::string machine_text(const Machine& machine)
{
    std::string text;
    for (const bench::MachineKind& kind : bench::machine_kinds()) {
        text += ceiling_line(machine.*kind.text, machine.*kind.ceiling,
                             kind.has_libraries ? copy_mix : ceiling_mix);
    }
    return text;
}

std::vector<bench::Column> columns()
{
    return {{"shape", -14, shape_cell},
            {"boundary", -9, bench::word("boundary")},
            {"location", -8, bench::word("location")},
            {"operator", -12, bench::word("operator")},
            {"precision", -9, bench::word("precision")},
            {"back", -6, bench::word("backend")},
            {"contestant", -10, bench::word("contestant")},
            {"ms", 9, bench::milliseconds("ms")},
            {"Mpoints/s", 10, bench::fixed("mpoints_per_second", 2)},
            {"B/point", 8, bench::fixed("bytes_per_point", 0)},
            {"% ceiling", 9, bench::fixed("percent_of_ceiling", 1)},
            {"x peer", 7, peer_cell},
            {"residual", 9, bench::scientific("rel_residual")},
            {"plan s", 8, bench::fixed("planning_seconds", 3)}};
}

Json poisson_json(const Machine& machine, const bench::Results& results,
                  const bench::Origin& origin)
{
    Json json = document("tobiuo-bench-poisson-2", machine, origin, results);
    json["ceiling_gbps"] = gbps_or_null(machine.ceiling_bytes_per_second);
    json["ceiling_mix"] = ceiling_mix;
    json["copy_gbps"] = gbps_or_null(machine.copy_bytes_per_second);
    json["copy_mix"] = copy_mix;
    json["opencl_device"] =
        machine.opencl_device.empty() ? Json(nullptr) : Json(machine.opencl_device);
    json["opencl_gbps"] = gbps_or_null(machine.opencl_bytes_per_second);
    json["rows"] = results.rows;
    return json;
}

}  // namespace tobiuo::poisson_bench
