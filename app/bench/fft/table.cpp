#include "app/bench/fft/table.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

#include "app/bench/fft/size.hpp"
#include "app/machine/host.hpp"

namespace tobiuo::fft_bench {
namespace {

constexpr const char* columns =
    "{:<17} {:<4} {:<9} {:<7} {:>10} {:>9} {:>7} {:>7} {:>9} {:>9} {:>9} {:>9}\n";

std::string cell(const std::optional<double>& value, int decimals)
{
    return value ? fmt::format("{:.{}f}", *value, decimals) : "-";
}

std::string milliseconds(double seconds)
{
    const double value = seconds * 1e3;
    return fmt::format("{:.{}f}", value, value < 1.0 ? 5 : value < 100.0 ? 4 : 1);
}

std::string rounding(const std::optional<fft::Errors>& errors, double fft::Errors::*which)
{
    return errors ? fmt::format("{:.2e}", (*errors).*which) : "-";
}

}  // namespace

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

std::string table_head(const Machine& machine)
{
    return machine_text(machine) + fmt::format(fmt::runtime(columns), "size", "kind", "precision",
                                               "library", "ms", "GFLOPS", "% limit", "x cuFFT",
                                               "plan s", "work", "error L2", "error max");
}

std::string table_row(const Row& row)
{
    const std::string batch = row.problem.batch > 1 ? fmt::format(" ({})", row.problem.batch) : "";
    const std::string work =
        row.workspace_bytes ? bytes_text(static_cast<double>(*row.workspace_bytes)) : "-";
    return fmt::format(
        fmt::runtime(columns),
        size_text(row.problem.lengths) + batch + (row.in_l2.value_or(false) ? "*" : ""),
        word_of(row.problem.kind), word_of(row.problem.precision), row.library,
        milliseconds(row.seconds), fmt::format("{:.1f}", row.gflops()),
        cell(row.percent_of_limit(), 1), cell(row.ratio_to_cufft, 3),
        fmt::format("{:.3f}", row.planning_seconds), work,
        rounding(row.errors, &fft::Errors::relative_l2),
        rounding(row.errors, &fft::Errors::relative_max));
}

std::string table_foot(const Machine& machine, const std::vector<Row>& rows)
{
    const bool marked =
        std::ranges::any_of(rows, [](const Row& row) { return row.in_l2.value_or(false); });
    return marked ? fmt::format(
                        "* its arrays fit into the L2 cache ({}): no library waits for "
                        "memory, the limit does not hold\n",
                        bytes_text(static_cast<double>(machine.l2_bytes)))
                  : "";
}

}  // namespace tobiuo::fft_bench
