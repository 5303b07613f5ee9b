// What a run will take, beside what is free.
#include <spdlog/fmt/fmt.h>

#include "app/command/job.hpp"
#include "app/machine/host.hpp"
#include "kernels/device/error.hpp"

namespace tobiuo {
namespace {

std::string text_of(std::int64_t bytes)
{
    return bytes_text(static_cast<double>(bytes));
}

}  // namespace

void check_fits(const Estimate& estimate)
{
    if (estimate.device_bytes > estimate.device_free) {
        throw device::DeviceError{
            fmt::format("the case needs {} of device memory, {} are free; choose fewer cells, "
                        "another `device` or `backend: cpu`",
                        text_of(estimate.device_bytes), text_of(estimate.device_free))};
    }
    if (estimate.host_bytes > estimate.host_free) {
        throw InputError{estimate.grid_at,
                         fmt::format("grid: the case needs {} of host memory, {} are free; "
                                     "choose fewer cells (--ignore-memory tries anyway)",
                                     text_of(estimate.host_bytes), text_of(estimate.host_free))};
    }
    if (estimate.output_bytes > estimate.output_free) {
        throw OutputError{
            fmt::format("the results may take {}, {} are free on that disk; free some space or "
                        "choose another folder with --output",
                        text_of(estimate.output_bytes), text_of(estimate.output_free))};
    }
}

std::string estimate_text(const Estimate& estimate)
{
    std::string text;
    const auto line = [&](const std::string& what, const std::string& value) {
        text += fmt::format("  {:<22} {}\n", what, value);
    };
    line("host memory",
         fmt::format("{} of {} free", text_of(estimate.host_bytes), text_of(estimate.host_free)));
    if (estimate.device_bytes > 0) {
        line("device memory", fmt::format("{} of {} free", text_of(estimate.device_bytes),
                                          text_of(estimate.device_free)));
    }
    line("output, at most", fmt::format("{} of {} free", text_of(estimate.output_bytes),
                                        text_of(estimate.output_free)));
    for (const auto& [what, value] : estimate.facts) {
        line(what, value);
    }
    return text;
}

}  // namespace tobiuo
