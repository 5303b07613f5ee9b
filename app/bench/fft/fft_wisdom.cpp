#include "app/bench/fft/fft_wisdom.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>
#include <stdexcept>

#include "app/bench/fft/size.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/tuning/wisdom_file.hpp"

namespace tobiuo {

tuning::Situation fft_situation(const fft::Problem& problem, int device)
{
    const device::Survey& survey = device::survey();
    const device::DeviceInfo& found = survey.devices.at(static_cast<std::size_t>(device));
    return fft::situation_of(problem, found.name, fmt::format("{}.{}", found.major, found.minor),
                             device::version_text(survey.driver_version));
}

FftChoice choose_fft(const fft::Problem& problem, int device, const WisdomOptions& options)
{
    if (!options.use) {
        return {.choices = {}, .explanation = "heuristic: wisdom is not asked", .warnings = {}};
    }
    tuning::WisdomOnDisk found = tuning::read_wisdom(wisdom_file(options));
    FftChoice choice{.choices = {},
                     .explanation = "heuristic: no wisdom for this transform",
                     .warnings = std::move(found.warnings)};
    const auto decision = found.wisdom.find(fft_situation(problem, device), fft::wisdom_kernel);
    if (!decision) {
        return choice;
    }
    try {
        choice.choices = fft::from_parameters(decision->parameters);
        choice.explanation = "from wisdom of " + decision->date.substr(0, 10);
    } catch (const std::invalid_argument& error) {
        choice.warnings.push_back(fmt::format("the wisdom of {} for {} is left out: {}",
                                              decision->date.substr(0, 10),
                                              fft_bench::problem_text(problem), error.what()));
    }
    return choice;
}

}  // namespace tobiuo
