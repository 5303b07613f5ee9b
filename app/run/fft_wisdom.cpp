#include "app/run/fft_wisdom.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <cstddef>
#include <filesystem>

#include "kernels/device/survey.hpp"

namespace tobiuo {

fft::DeviceName fft_device_name(int device)
{
    const device::DeviceInfo& found = device::survey().devices.at(static_cast<std::size_t>(device));
    return {.name = found.name, .architecture = fmt::format("{}.{}", found.major, found.minor)};
}

std::shared_ptr<const fft::KnownTable> fft_table(int device, const WisdomOptions& options)
{
    const std::filesystem::path file = options.use ? wisdom_file(options) : std::filesystem::path{};
    const fft::DeviceName name = fft_device_name(device);
    auto known = std::make_shared<const fft::KnownTable>(fft::known_table(name, file));
    for (const std::string& warning : known->warnings) {
        spdlog::warn("{}", warning);
    }
    spdlog::debug("tuned blocks for {}: {} of the program, {} of '{}'", name.name, known->shipped,
                  known->own, file.string());
    return known;
}

}  // namespace tobiuo
