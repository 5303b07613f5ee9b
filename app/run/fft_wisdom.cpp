// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/fft_wisdom.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <set>

#include "kernels/opencl/fft/device_limits.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/tuning/wisdom_file.hpp"

namespace tobiuo {
namespace {

/// Once for each text in a process.
void warn_once(const std::string& text)
{
    static std::mutex mutex;
    static std::set<std::string> said;
    const std::lock_guard guard{mutex};
    if (said.insert(text).second) {
        spdlog::warn("{}", text);
    }
}

/// Empty: none.
std::filesystem::path file_of(const WisdomOptions& options)
{
    return options.use ? wisdom_file(options) : std::filesystem::path{};
}

void log_known(const fft::DeviceName& device, const fft::KnownTable& known,
               const std::filesystem::path& file)
{
    for (const std::string& warning : known.warnings) {
        warn_once(warning);
    }
    spdlog::debug("tuned blocks for {}: {} of the program, {} of '{}'", device.name, known.shipped,
                  known.own, file.string());
}

}  // namespace

fft::DeviceName fft_device_name(Backend backend, int device)
{
    if (Place{.backend = backend}.is_opencl()) {
        return opencl::table_name(opencl::chosen_device());
    }
    const device::DeviceInfo& found = device::survey().devices.at(static_cast<std::size_t>(device));
    return {.name = found.name, .architecture = fmt::format("{}.{}", found.major, found.minor)};
}

std::shared_ptr<const fft::KnownTable> fft_table(const fft::DeviceName& device,
                                                 const WisdomOptions& options)
{
    const std::filesystem::path file = file_of(options);
    auto known = std::make_shared<const fft::KnownTable>(fft::known_table(device, file));
    log_known(device, *known, file);
    return known;
}

void use_wisdom(const WisdomOptions& options)
{
    tuning::use_wisdom_file(file_of(options));
}

void log_known_table(const Place& place)
{
    if (!place.is_cpu()) {
        const fft::DeviceName name = fft_device_name(place.backend, place.device);
        log_known(name, *fft::table_of(name), tuning::wisdom_file_in_use());
    }
}

void warn_of_unused(const std::vector<fft::PassChoice>& choices)
{
    for (const fft::PassChoice& chosen : choices) {
        if (!chosen.remark.empty()) {
            warn_once(fmt::format(
                "the tuned configuration for '{}' is not used ({}): the cost model chose another "
                "one; tune again",
                chosen.key, chosen.remark));
        }
    }
}

void warn_of_unused(const std::vector<fft::Chosen>& choices)
{
    warn_of_unused(fft::told_choices(choices));
}

std::string measured_text(const std::vector<fft::PassChoice>& choices)
{
    std::vector<fft::PassChoice> passes = choices;
    std::erase_if(passes, [](const fft::PassChoice& chosen) {
        return chosen.key.empty() || chosen.configuration == fft::apart_text;
    });
    if (passes.empty()) {
        return "";
    }
    const auto measured = std::ranges::count_if(passes, &fft::PassChoice::tuned);
    return fmt::format("{} of {} passes of transforms have measured configurations",
                       measured == 0 ? "none" : std::to_string(measured), passes.size());
}

}  // namespace tobiuo
