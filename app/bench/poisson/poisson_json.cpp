#include "app/bench/poisson/poisson_json.hpp"

#include <nlohmann/json.hpp>
#include <optional>

#include "app/bench/fft/row.hpp"
#include "app/bench/fft/size.hpp"
#include "app/output/json_value.hpp"
#include "app/output/report/poisson_report.hpp"

namespace tobiuo::poisson_bench {
namespace {

using Json = nlohmann::ordered_json;

Json gbps_or_null(double bytes_per_second)
{
    return bytes_per_second > 0.0 ? Json(bytes_per_second * 1e-9) : Json(nullptr);
}

Json row_json(const Row& row)
{
    const poisson::Problem& problem = row.problem.problem;
    const auto& residual = row.residual;
    Json json{{"shape", row.problem.shape()},
              {"cells", fft_bench::reversed(row.problem.cells)},
              {"points", poisson::points(problem)},
              {"boundary", row.problem.boundary},
              {"location", word_of(problem.grid.location)},
              {"operator", word_of(problem.op)},
              {"precision", fft_bench::word_of(problem.precision)},
              {"backend", word_of(row.backend)},
              {"contestant", row.implementation},
              {"ms", row.seconds * 1e3},
              {"ms_min", row.least * 1e3},
              {"ms_max", row.most * 1e3},
              {"repetitions", row.repetitions},
              {"executions_per_repetition", row.executions},
              {"mpoints_per_second", row.points_per_second() * 1e-6},
              {"bytes_per_point", row.bytes_per_point()},
              {"ceiling_gbps", row.ceiling_bytes_per_second * 1e-9},
              {"percent_of_ceiling", row.percent_of_ceiling()},
              {"ratio_to_cufft", or_null(row.ratio_to("cufft"))},
              {"ratio_to_fftw", or_null(row.ratio_to("fftw"))}};
    for (const auto& [implementation, seconds] : row.seconds_of) {
        json[(implementation == "ours" ? "tobiuo" : implementation) + "_ms"] = seconds * 1e3;
    }
    json["rel_residual"] = residual ? Json(residual->relative_l2) : Json(nullptr);
    json["backward_error"] = residual ? Json(residual->backward_error) : Json(nullptr);
    json["rounding_level"] = residual ? Json(residual->rounding_level) : Json(nullptr);
    json["accurate"] = residual ? Json(residual->at_rounding_level()) : Json(nullptr);
    json["planning_seconds"] = row.planning_seconds;
    json["workspace_bytes"] = or_null(row.workspace_bytes);
    json["plan"] = row.plan;
    return json;
}

}  // namespace

std::string poisson_json(const Machine& machine, const std::vector<Row>& rows,
                         const std::string& versions, const std::string& date)
{
    Json all_versions = Json::parse(versions);
    for (const Row& row : rows) {
        if (!row.version.empty()) {
            all_versions[row.implementation] = row.version;
        }
    }
    Json json;
    json["schema"] = "tobiuo-bench-poisson-2";
    json["device"] = machine.device.empty() ? Json(nullptr) : Json(machine.device);
    json["host"] = machine.host;
    json["driver"] = all_versions.value("cuda_driver", Json(nullptr));
    json["git"] = all_versions.at("git");
    json["versions"] = all_versions;
    json["date"] = date;
    json["ceiling_gbps"] = gbps_or_null(machine.ceiling_bytes_per_second);
    json["ceiling_mix"] = ceiling_mix;
    json["copy_gbps"] = gbps_or_null(machine.copy_bytes_per_second);
    json["copy_mix"] = copy_mix;
    json["rows"] = Json::array();
    for (const Row& row : rows) {
        json["rows"].push_back(row_json(row));
    }
    return json.dump(2) + "\n";
}

}  // namespace tobiuo::poisson_bench
