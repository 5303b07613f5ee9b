#include "app/output/report/himeno_summary.hpp"

#include <spdlog/fmt/fmt.h>

#include <string_view>

#include "app/wording.hpp"

namespace tobiuo {
namespace {

std::string line(std::string_view what, const std::string& value)
{
    return fmt::format("  {:<10} {}\n", what, value);
}

std::string time_line(const HimenoReport& report)
{
    const himeno::Result& result = report.result;
    std::string time = fmt::format("{:.4g} s", result.run.seconds);
    if (const auto target = target_seconds(report)) {
        time += fmt::format(" of {:.4g} s asked", *target);
    }
    time += fmt::format(" for {} sweeps", result.run.sweeps);
    if (result.rehearsal.sweeps > 0) {
        time += fmt::format(", after a rehearsal of {} in {:.3g} s", result.rehearsal.sweeps,
                            result.rehearsal.seconds);
    }
    return line("time", time + fmt::format("; setup {:.3g} s", report.setup_seconds));
}

std::string exchange_line(const HimenoReport& report)
{
    const std::string text = exchange_text(report.ranks);
    return text.empty() ? text : line("exchange", text);
}

std::string rate_line(const HimenoReport& report)
{
    const himeno::Measurement& run = report.result.run;
    std::string rate =
        fmt::format("{:.4g} GFLOPS, {:.4g} GB/s nominal", run.gflops(report.request.shape),
                    nominal_bytes_per_second(run, report) * 1e-9);
    if (const auto percent = percent_of_ceiling(run, report)) {
        rate += fmt::format(", {:.1f} % of the ceiling of 13 arrays read, 1 written", *percent);
    }
    return line("rate", rate);
}

std::string gosa_line(const HimenoReport& report)
{
    const himeno::Result& result = report.result;
    const double gosa = result.run.sweeps > 0 ? result.run.gosa : result.rehearsal.gosa;
    std::string text = fmt::format("{:.6e} after {} sweeps", gosa, sweeps_of(report));
    if (report.earlier_sweeps > 0) {
        text += fmt::format(", {} of them in earlier runs", report.earlier_sweeps);
    }
    return line("gosa", text);
}

}  // namespace

std::string official_closing_lines(const himeno::Measurement& run, const stencil::Shape& shape)
{
    constexpr double pentium_iii_mflops = 82.84;
    const double mflops = run.gflops(shape) * 1e3;
    return fmt::format(
        " Loop executed for {} times\n"
        " Gosa : {:e} \n"
        " MFLOPS measured : {:f}\tcpu : {:f}\n"
        " Score based on Pentium III 600MHz : {:f}\n",
        run.sweeps, run.gosa, mflops, run.seconds, mflops / pentium_iii_mflops);
}

std::string summary_text(const HimenoReport& report)
{
    const Grid& grid = report.grid;
    return official_closing_lines(report.result.run, report.request.shape) +
           fmt::format("{}: himeno {} x {} x {}, {}\n", report.the_case.name, grid.values(0),
                       grid.values(1), grid.values(2), word_of(report.himeno.precision)) +
           line("status", status_text(report.result.status)) +
           line("machine", machine_text(report.ranks, report.where)) +
           line("kernel",
                fmt::format("{} ({}): {}", report.kind.name, report.kind.label, report.plan)) +
           time_line(report) + exchange_line(report) + rate_line(report) + gosa_line(report);
}

}  // namespace tobiuo
