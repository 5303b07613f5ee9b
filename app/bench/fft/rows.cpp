// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/fft/rows.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/json_text.hpp"
#include "app/machine/host.hpp"
#include "app/wording.hpp"

namespace tobiuo::fft_bench {
namespace {

std::int64_t array_bytes(const fft::Problem& problem)
{
    const bool in_place = problem.placement == fft::Placement::in_place;
    return fft::input_bytes(problem) + (in_place ? 0 : fft::output_bytes(problem));
}

constexpr const char* problem_keys[] = {"kind", "precision", "placement", "batch"};

bool is_of(const Json& row, const Json& problem)
{
    return row["size"] == problem["shape"] &&
           std::ranges::all_of(problem_keys,
                               [&](const char* key) { return row[key] == problem[key]; });
}

/// One JSON object with all implementations of a problem: a line of the table.
Json problem_json(std::span<const Json> rows)
{
    const auto figure = [&](const char* library, const char* key) {
        const auto row = std::ranges::find_if(
            rows, [&](const Json& one) { return one["contestant"] == library; });
        return row == rows.end() ? Json(nullptr) : row->at(key);
    };
    Json json{{"shape", rows.front()["size"]}};
    for (const char* key : problem_keys) {
        json[key] = rows.front()[key];
    }
    json["tobiuo_ms"] = figure("ours", "ms");
    for (const char* library : {"cufft", "vkfft", "fftw"}) {
        json[std::string{library} + "_ms"] = figure(library, "ms");
    }
    const Json planning = figure("ours", "planning_seconds");
    json["percent_of_three_pass_limit"] = figure("ours", "percent_of_limit");
    json["rel_l2"] = figure("ours", "error_l2");
    json["cufft_rel_l2"] = figure("cufft", "error_l2");
    json["plan_ms"] = planning.is_null() ? planning : Json(planning.get<double>() * 1e3);
    json["workspace_bytes"] = figure("ours", "workspace_bytes");
    return json;
}

/// The JSON objects of all problems; the rows of a problem are neighbours.
Json problems_json(std::span<const Json> rows)
{
    Json problems = Json::array();
    while (!rows.empty()) {
        const Json problem = problem_json(rows.first(1));
        const auto end =
            std::ranges::find_if_not(rows, [&](const Json& row) { return is_of(row, problem); });
        const auto count = static_cast<std::size_t>(end - rows.begin());
        problems.push_back(problem_json(rows.first(count)));
        rows = rows.subspan(count);
    }
    return problems;
}

/// A size in the table: "256x256x256 (8)*" for a batch of 8 in the L2 cache.
std::string size_cell(const Json& row)
{
    const std::int64_t batch = row["batch"];
    return row["size"].get<std::string>() + (batch > 1 ? fmt::format(" ({})", batch) : "") +
           (row["in_l2_cache"] == true ? "*" : "");
}

}  // namespace

Json row_of(const fft::Problem& problem, const bench::Implementation& one, const Machine* machine)
{
    const bool forward = problem.direction == fft::Direction::forward;
    Json row{{"size", bench::size_text(problem.lengths)},
             {"lengths", bench::reversed(problem.lengths)},
             {"kind", word_of(problem.kind)},
             {"direction", forward ? "forward" : "inverse"},
             {"precision", word_of(problem.precision)},
             {"placement", word_of(problem.placement)},
             {"batch", problem.batch},
             {"contestant", one.name}};
    put_times(row, one);
    const double ms = row["ms"];
    row["gflops"] = fft::flops(problem) / ms * 1e-6;
    bench::put_nulls(row, {"limit_ms", "percent_of_limit", "in_l2_cache", "ratio_to_cufft"});
    if (machine != nullptr) {
        const double limit_ms = limit_seconds(problem, machine->copy_bytes_per_second) * 1e3;
        row["limit_ms"] = limit_ms;
        row["percent_of_limit"] = 100.0 * limit_ms / ms;
        row["in_l2_cache"] = array_bytes(problem) <= machine->l2_bytes;
    }
    row["planning_seconds"] = one.planning_seconds;
    row["workspace_bytes"] = or_null(one.workspace_bytes);
    bench::put_nulls(row, {"error_l2", "error_max", "accurate"});
    row["plan"] = one.plan;
    return row;
}

void put_errors(Json& row, const fft::Problem& problem, const fft::Errors& errors)
{
    row["error_l2"] = errors.relative_l2;
    row["error_max"] = errors.relative_max;
    row["accurate"] = is_rounding(problem, errors.relative_l2);
}

void compare_with_cufft(std::span<Json> rows)
{
    bench::put_ratios(rows, "cufft", "ratio_to_cufft");
}

std::string problem_text(fft::Problem problem)
{
    problem.lengths = bench::reversed(std::move(problem.lengths));
    return fft::describe(problem);
}

double limit_seconds(const fft::Problem& problem, double copy_bytes_per_second)
{
    const auto axes =
        std::ranges::count_if(problem.lengths, [](auto length) { return length > 1; });
    const auto bytes =
        static_cast<double>(fft::input_bytes(problem)) + static_cast<double>(output_bytes(problem));
    return static_cast<double>(std::max<std::ptrdiff_t>(axes, 1)) * bytes / copy_bytes_per_second;
}

bool is_rounding(const fft::Problem& problem, double relative_l2)
{
    const double epsilon = problem.precision == Precision::fp32
                               ? static_cast<double>(std::numeric_limits<float>::epsilon())
                               : std::numeric_limits<double>::epsilon();
    const auto points = static_cast<double>(std::max<std::int64_t>(fft::points(problem), 2));
    return relative_l2 <= 8.0 * epsilon * std::sqrt(std::log2(points));
}

std::string machine_text(const Machine& machine)
{
    std::string text;
    if (!machine.device.empty()) {
        text += fmt::format("{}: copies {:.0f} GB/s, L2 {}\n", machine.device,
                            machine.copy_bytes_per_second * 1e-9,
                            bytes_text(static_cast<double>(machine.l2_bytes)));
    }
    return text + machine.host + "\n";
}

std::vector<bench::Column> columns()
{
    return {{"size", -17, size_cell},
            {"kind", -4, bench::word("kind")},
            {"precision", -9, bench::word("precision")},
            {"library", -7, bench::word("contestant")},
            {"ms", 10, bench::milliseconds("ms")},
            {"GFLOPS", 9, bench::fixed("gflops", 1)},
            {"% limit", 7, bench::fixed("percent_of_limit", 1)},
            {"x cuFFT", 7, bench::fixed("ratio_to_cufft", 3)},
            {"plan s", 9, bench::fixed("planning_seconds", 3)},
            {"work", 9, bench::bytes("workspace_bytes")},
            {"error L2", 9, bench::scientific("error_l2")},
            {"error max", 9, bench::scientific("error_max")}};
}

std::string table_foot(const Machine& machine, std::span<const Json> rows)
{
    const bool marked =
        std::ranges::any_of(rows, [](const Json& row) { return row["in_l2_cache"] == true; });
    return marked ? fmt::format(
                        "* its arrays fit into the L2 cache ({}): no library waits for "
                        "memory, the limit does not hold\n",
                        bytes_text(static_cast<double>(machine.l2_bytes)))
                  : "";
}

Json fft_document(const std::string& schema, const Machine& machine, const bench::Origin& origin,
                  const bench::Results& results)
{
    const bool on_gpu = !machine.device.empty();
    Json json = document(schema, machine, origin, results);
    json["copy_gbps"] = on_gpu ? Json(machine.copy_bytes_per_second * 1e-9) : Json(nullptr);
    json["l2_bytes"] = on_gpu ? Json(machine.l2_bytes) : Json(nullptr);
    return json;
}

Json fft_json(const Machine& machine, const bench::Results& results, const bench::Origin& origin)
{
    Json json = fft_document("tobiuo-bench-fft-2", machine, origin, results);
    json["problems"] = problems_json(results.rows);
    json["rows"] = results.rows;
    return json;
}

std::string_view word_of(fft::Kind kind)
{
    return kind == fft::Kind::c2c ? "c2c" : kind == fft::Kind::r2c ? "r2c" : "c2r";
}

std::string_view word_of(fft::Placement placement)
{
    return placement == fft::Placement::in_place ? "in-place" : "out-of-place";
}

}  // namespace tobiuo::fft_bench
