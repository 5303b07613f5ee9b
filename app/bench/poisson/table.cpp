#include "app/bench/poisson/table.hpp"

#include <spdlog/fmt/fmt.h>

#include "app/bench/fft/row.hpp"
#include "app/output/report/poisson_report.hpp"

namespace tobiuo::poisson_bench {
namespace {

constexpr const char* columns =
    "{:<14} {:<9} {:<8} {:<12} {:<9} {:<5} {:<10} {:>9} {:>10} {:>8} {:>9} {:>7} {:>9} {:>8}\n";

std::string milliseconds(double seconds)
{
    const double value = seconds * 1e3;
    return fmt::format("{:.{}f}", value, value < 1.0 ? 5 : value < 100.0 ? 4 : 1);
}

/// Nothing where the ceiling was not measured.
std::string ceiling_line(const std::string& where, double bytes_per_second, const char* mix)
{
    return bytes_per_second > 0.0
               ? fmt::format("{}: ceiling {:.1f} GB/s ({})\n", where, bytes_per_second * 1e-9, mix)
               : "";
}

}  // namespace

std::string table_head(const Machine& machine)
{
    return ceiling_line(machine.device, machine.copy_bytes_per_second, copy_mix) +
           ceiling_line(machine.host, machine.ceiling_bytes_per_second, ceiling_mix) +
           fmt::format(fmt::runtime(columns), "shape", "boundary", "location", "operator",
                       "precision", "back", "contestant", "ms", "Mpoints/s", "B/point", "% ceiling",
                       "x peer", "residual", "plan s");
}

std::string table_row(const Row& row)
{
    const poisson::Problem& problem = row.problem.problem;
    const auto ratio = row.ratio_to_peer();
    return fmt::format(fmt::runtime(columns), row.problem.shape(), row.problem.boundary,
                       word_of(problem.grid.location), word_of(problem.op),
                       fft_bench::word_of(problem.precision), word_of(row.backend),
                       row.implementation, milliseconds(row.seconds),
                       fmt::format("{:.2f}", row.points_per_second() * 1e-6),
                       fmt::format("{:.0f}", row.bytes_per_point()),
                       fmt::format("{:.1f}", row.percent_of_ceiling()),
                       ratio ? fmt::format("{:.3f}", *ratio) : "-",
                       row.residual ? fmt::format("{:.2e}", row.residual->relative_l2) : "-",
                       fmt::format("{:.3f}", row.planning_seconds));
}

}  // namespace tobiuo::poisson_bench
