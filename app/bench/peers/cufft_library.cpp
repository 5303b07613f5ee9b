#include "app/bench/peers/cufft_library.hpp"

#include <spdlog/fmt/fmt.h>

#include <utility>
#include <vector>

#include "runtime/device/survey.hpp"

namespace tobiuo::bench {
namespace {

/// The names of the library, newest first, without those for a newer driver: version 12 came with
/// CUDA 13.
std::vector<std::string> library_names()
{
    std::vector<std::string> names;
    const int driver = device::survey().driver_version;
    if (driver == 0 || driver >= 13000) {
        names.emplace_back("libcufft.so.12");
    }
    names.emplace_back("libcufft.so.11");
    names.emplace_back("libcufft.so");
    return names;
}

}  // namespace

device::SharedLibrary open_cufft()
{
    device::FoundLibrary found = device::find_cuda_library(library_names());
    if (!found.library) {
        throw NotPlanned{"its library was not found (tried " + found.tried +
                         "): install the CUDA libraries or set CUDA_HOME to their root"};
    }
    return std::move(found.library);
}

std::string cufft_reason(const std::string& doing, cufftResult status)
{
    return fmt::format("cuFFT could not {} (status {} of cufft.h)", doing,
                       static_cast<int>(status));
}

void check_cufft(cufftResult status, const std::string& doing)
{
    if (status != CUFFT_SUCCESS) {
        throw NotPlanned{cufft_reason(doing, status)};
    }
}

std::string cufft_version_text(int number)
{
    return fmt::format("{}.{}.{}", number / 1000, number % 1000 / 100, number % 100);
}

}  // namespace tobiuo::bench
