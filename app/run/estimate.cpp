// What a run will take, in comparison with what is free.

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/run/job.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo {
namespace {

/// Whether `needed` is more than is free; an unknown number may suffice.
bool exceeds(std::int64_t needed, std::optional<std::int64_t> free)
{
    return free && needed > *free;
}

std::int64_t peak_of(const Estimate& estimate)
{
    return std::max(estimate.host_bytes, estimate.writing_bytes);
}

/// Both numbers in words: "1.88 GB of 62.1 GB free".
std::string beside(std::int64_t needed, std::optional<std::int64_t> free)
{
    return bytes_text(std::optional{needed}) +
           (free ? " of " + bytes_text(free) + " free" : " (what is free is unknown)");
}

}  // namespace

void check_fits(const Estimate& estimate)
{
    if (exceeds(estimate.device_bytes, estimate.device_free)) {
        throw device::DeviceError{fmt::format(
            "the case needs {} of device memory, {} are free; choose fewer cells, "
            "another `device` or `backend: cpu`",
            bytes_text(std::optional{estimate.device_bytes}), bytes_text(estimate.device_free))};
    }
    if (exceeds(estimate.host_bytes, estimate.host_free)) {
        throw InputError{estimate.grid_at,
                         fmt::format("grid: the case needs {} of host memory, {} are free; "
                                     "choose fewer cells (--ignore-memory tries anyway)",
                                     bytes_text(std::optional{peak_of(estimate)}),
                                     bytes_text(estimate.host_free))};
    }
    if (exceeds(estimate.writing_bytes, estimate.host_free)) {
        throw OutputError{fmt::format(
            "to write the results takes {} of host memory, {} are free; choose fewer "
            "output.fields or fewer cells (--ignore-memory tries anyway)",
            bytes_text(std::optional{estimate.writing_bytes}), bytes_text(estimate.host_free))};
    }
    if (exceeds(estimate.output_bytes, estimate.output_free)) {
        throw OutputError{fmt::format(
            "the results may take {}, {} are free on that disk; free some space or "
            "choose another folder with --output",
            bytes_text(std::optional{estimate.output_bytes}), bytes_text(estimate.output_free))};
    }
}

std::int64_t writer_bytes(std::int64_t field_bytes)
{
    // One field is compressed in blocks and encoded; pictures and texts take the rest.
    constexpr std::int64_t rest = 16'000'000;
    return field_bytes + rest;
}

std::string estimate_text(const Estimate& estimate)
{
    std::string text;
    const auto line = [&](const std::string& what, const std::string& value) {
        text += fmt::format("  {:<22} {}\n", what, value);
    };
    line("host memory, at most", beside(peak_of(estimate), estimate.host_free));
    if (estimate.device_bytes > 0) {
        line("device memory", beside(estimate.device_bytes, estimate.device_free));
    }
    line("output, at most", beside(estimate.output_bytes, estimate.output_free));
    for (const auto& [what, value] : estimate.facts) {
        line(what, value);
    }
    return text;
}

}  // namespace tobiuo
