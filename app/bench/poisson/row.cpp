#include "app/bench/poisson/row.hpp"

#include <algorithm>

#include "app/output/report/poisson_report.hpp"
#include "kernels/median.hpp"

namespace tobiuo::poisson_bench {

double Row::points_per_second() const
{
    return static_cast<double>(poisson::points(problem.problem)) / seconds;
}

double Row::bytes_per_point() const
{
    return tobiuo::bytes_per_point(problem.problem.precision);
}

double Row::percent_of_ceiling() const
{
    return 100.0 * bytes_per_point() * points_per_second() / ceiling_bytes_per_second;
}

std::optional<double> Row::ratio_to(const std::string& peer) const
{
    const auto found = seconds_of.find(peer);
    return found != seconds_of.end() ? std::optional{found->second / seconds} : std::nullopt;
}

Row row_of(const BenchProblem& problem, const fft_bench::Implementation& one, Backend backend,
           double ceiling_bytes_per_second)
{
    const auto [least, most] = std::ranges::minmax(one.seconds);
    return {.problem = problem,
            .backend = backend,
            .implementation = one.library,
            .seconds = median(one.seconds),
            .least = least,
            .most = most,
            .repetitions = static_cast<int>(one.seconds.size()),
            .executions = one.executions,
            .ceiling_bytes_per_second = ceiling_bytes_per_second,
            .planning_seconds = one.planning_seconds,
            .workspace_bytes = one.transform->workspace_bytes(),
            .version = one.transform->version(),
            .plan = one.transform->describe()};
}

std::string_view word_of(Backend backend)
{
    return backend == Backend::cpu ? "cpu" : "cuda";
}

void compare(std::vector<Row>& rows)
{
    std::map<std::string, double> seconds_of;
    for (const Row& row : rows) {
        seconds_of[row.implementation] = row.seconds;
    }
    for (Row& row : rows) {
        row.seconds_of = seconds_of;
    }
}

}  // namespace tobiuo::poisson_bench
