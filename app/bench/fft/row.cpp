#include "app/bench/fft/row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/median.hpp"

namespace tobiuo::fft_bench {
namespace {

std::int64_t array_bytes(const fft::Problem& problem)
{
    const bool in_place = problem.placement == fft::Placement::in_place;
    return fft::input_bytes(problem) + (in_place ? 0 : fft::output_bytes(problem));
}

}  // namespace

std::optional<double> Row::percent_of_limit() const
{
    return limit_seconds ? std::optional{100.0 * *limit_seconds / seconds} : std::nullopt;
}

std::optional<bool> Row::accurate() const
{
    return errors ? std::optional{is_rounding(problem, errors->relative_l2)} : std::nullopt;
}

bool is_rounding(const fft::Problem& problem, double relative_l2)
{
    const double epsilon = problem.precision == Precision::fp32
                               ? static_cast<double>(std::numeric_limits<float>::epsilon())
                               : std::numeric_limits<double>::epsilon();
    const auto points = static_cast<double>(std::max<std::int64_t>(fft::points(problem), 2));
    return relative_l2 <= 8.0 * epsilon * std::sqrt(std::log2(points));
}

Row row_of(const fft::Problem& problem, const Implementation& one, const Machine* machine)
{
    const auto [least, most] = std::ranges::minmax(one.seconds);
    Row row{.problem = problem,
            .library = one.library,
            .seconds = median(one.seconds),
            .least = least,
            .most = most,
            .repetitions = static_cast<int>(one.seconds.size()),
            .executions = one.executions,
            .limit_seconds = {},
            .ratio_to_cufft = {},
            .in_l2 = {},
            .planning_seconds = one.planning_seconds,
            .workspace_bytes = one.transform->workspace_bytes(),
            .errors = {},
            .version = one.transform->version(),
            .plan = one.transform->describe()};
    if (machine != nullptr) {
        row.limit_seconds = limit_seconds(problem, machine->copy_bytes_per_second);
        row.in_l2 = array_bytes(problem) <= machine->l2_bytes;
    }
    return row;
}

void compare_with_cufft(std::vector<Row>& rows)
{
    const auto peer = std::ranges::find(rows, "cufft", &Row::library);
    if (peer != rows.end()) {
        const double seconds = peer->seconds;
        for (Row& row : rows) {
            row.ratio_to_cufft = seconds / row.seconds;
        }
    }
}

double limit_seconds(const fft::Problem& problem, double copy_bytes_per_second)
{
    const auto axes =
        std::ranges::count_if(problem.lengths, [](auto length) { return length > 1; });
    const auto bytes =
        static_cast<double>(fft::input_bytes(problem)) + static_cast<double>(output_bytes(problem));
    return static_cast<double>(std::max<std::ptrdiff_t>(axes, 1)) * bytes / copy_bytes_per_second;
}

std::string_view word_of(fft::Kind kind)
{
    return kind == fft::Kind::c2c ? "c2c" : kind == fft::Kind::r2c ? "r2c" : "c2r";
}

std::string_view word_of(Precision precision)
{
    return precision == Precision::fp32 ? "single" : "double";
}

std::string_view word_of(fft::Placement placement)
{
    return placement == fft::Placement::in_place ? "in-place" : "out-of-place";
}

}  // namespace tobiuo::fft_bench
