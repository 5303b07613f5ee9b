#include "app/bench/fft/fft_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/bench/fft/machine_json.hpp"
#include "app/bench/fft/size.hpp"
#include "app/output/json_value.hpp"

namespace tobiuo::fft_bench {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const Row& row)
{
    const bool forward = row.problem.direction == fft::Direction::forward;
    return {{"size", size_text(row.problem.lengths)},
            {"lengths", reversed(row.problem.lengths)},
            {"kind", word_of(row.problem.kind)},
            {"direction", forward ? "forward" : "inverse"},
            {"precision", word_of(row.problem.precision)},
            {"placement", word_of(row.problem.placement)},
            {"batch", row.problem.batch},
            {"contestant", row.library},
            {"ms", row.seconds * 1e3},
            {"ms_min", row.least * 1e3},
            {"ms_max", row.most * 1e3},
            {"repetitions", row.repetitions},
            {"executions_per_repetition", row.executions},
            {"gflops", row.gflops()},
            {"limit_ms", row.limit_seconds ? Json(*row.limit_seconds * 1e3) : Json(nullptr)},
            {"percent_of_limit", or_null(row.percent_of_limit())},
            {"in_l2_cache", or_null(row.in_l2)},
            {"ratio_to_cufft", or_null(row.ratio_to_cufft)},
            {"planning_seconds", row.planning_seconds},
            {"workspace_bytes", or_null(row.workspace_bytes)},
            {"error_l2", row.errors ? Json(row.errors->relative_l2) : Json(nullptr)},
            {"error_max", row.errors ? Json(row.errors->relative_max) : Json(nullptr)},
            {"accurate", or_null(row.accurate())},
            {"plan", row.plan}};
}

/// All implementations of a problem in one object: what tables are made of.
Json problem_json(const fft::Problem& problem, const std::vector<Row>& rows)
{
    const auto of_library = [&](std::string_view library, const auto& figure) {
        const auto row = std::ranges::find_if(
            rows, [&](const Row& one) { return one.library == library && one.problem == problem; });
        return row == rows.end() ? Json(nullptr) : Json(figure(*row));
    };
    const auto ms = [](const Row& row) { return Json(row.seconds * 1e3); };
    const auto error = [](const Row& row) {
        return row.errors ? Json(row.errors->relative_l2) : Json(nullptr);
    };
    return {{"shape", size_text(problem.lengths)},
            {"kind", word_of(problem.kind)},
            {"precision", word_of(problem.precision)},
            {"placement", word_of(problem.placement)},
            {"batch", problem.batch},
            {"tobiuo_ms", of_library("ours", ms)},
            {"cufft_ms", of_library("cufft", ms)},
            {"vkfft_ms", of_library("vkfft", ms)},
            {"fftw_ms", of_library("fftw", ms)},
            {"percent_of_three_pass_limit",
             of_library("ours", [](const Row& row) { return or_null(row.percent_of_limit()); })},
            {"rel_l2", of_library("ours", error)},
            {"cufft_rel_l2", of_library("cufft", error)},
            {"plan_ms",
             of_library("ours", [](const Row& row) { return Json(row.planning_seconds * 1e3); })},
            {"workspace_bytes",
             of_library("ours", [](const Row& row) { return or_null(row.workspace_bytes); })}};
}

Json problems_json(const std::vector<Row>& rows)
{
    Json problems = Json::array();
    const fft::Problem* last = nullptr;
    for (const Row& row : rows) {  // rows of a problem lie together
        if (last == nullptr || !(*last == row.problem)) {
            problems.push_back(problem_json(row.problem, rows));
        }
        last = &row.problem;
    }
    return problems;
}

}  // namespace

std::string fft_json(const Machine& machine, const std::vector<Row>& rows,
                     const std::string& versions, const std::string& date)
{
    Json all_versions = Json::parse(versions);
    for (const Row& row : rows) {
        if (!row.version.empty()) {
            all_versions[row.library] = row.version;
        }
    }
    Json json;
    json["schema"] = "tobiuo-bench-fft-2";
    add_machine(json, machine, all_versions, date);
    json["problems"] = problems_json(rows);
    json["rows"] = Json::array();
    for (const Row& row : rows) {
        json["rows"].push_back(row_json(row));
    }
    return json.dump(2) + "\n";
}

}  // namespace tobiuo::fft_bench
