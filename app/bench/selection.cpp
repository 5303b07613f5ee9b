#include "app/bench/selection.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include "app/bench/testbed.hpp"
#include "runtime/device/error.hpp"

namespace tobiuo::bench {

const std::vector<std::string>& libraries()
{
    static const std::vector<std::string> names{"ours", "cufft", "vkfft", "fftw"};
    return names;
}

bool is_installed(const std::string& library, bool named)
{
    const auto unsupported_reason = library_unsupported_reason(library);
    if (unsupported_reason && named) {
        throw device::DeviceError{fmt::format(
            "cannot measure {} ({}): leave it out of --contestants", library, *unsupported_reason)};
    }
    if (unsupported_reason) {
        spdlog::warn("{}: skipped ({})", library, *unsupported_reason);
    }
    return !unsupported_reason;
}

}  // namespace tobiuo::bench
