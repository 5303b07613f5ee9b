#include "app/bench/fft/bench_fft_selection.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <array>
#include <stdexcept>

#include "app/bench/fft/rows.hpp"
#include "app/bench/fft/size.hpp"
#include "app/bench/selection.hpp"
#include "app/machine/named_device.hpp"
#include "app/wording.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

using fft_bench::word_of;

constexpr std::array all_kinds{fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r};
constexpr std::array all_precisions{Precision::fp32, Precision::fp64};
constexpr auto in_words = [](const auto& value) { return word_of(value); };

}  // namespace

std::vector<fft::Problem> chosen_problems(const BenchFftOptions& options)
{
    std::vector<fft::Problem> problems;
    for (const std::string& size : options.sizes) {
        for (const Precision precision :
             bench::chosen(all_precisions, in_words, options.precisions)) {
            for (const fft::Kind kind : bench::chosen(all_kinds, in_words, options.kinds)) {
                problems.push_back({.lengths = fft_bench::parse_size(size),
                                    .kind = kind,
                                    .direction = kind == fft::Kind::c2r ? fft::Direction::inverse
                                                                        : fft::Direction::forward,
                                    .precision = precision,
                                    .placement = options.placement == "in-place"
                                                     ? fft::Placement::in_place
                                                     : fft::Placement::out_of_place,
                                    .batch = options.batch});
                try {
                    fft::validate(problems.back());
                } catch (const std::invalid_argument& error) {
                    throw InputError{{.source = "--sizes", .line = 0, .column = 0}, error.what()};
                }
            }
        }
    }
    return problems;
}

std::vector<std::string> fft_implementations()
{
    std::vector<std::string> names = bench::libraries();
    names.emplace_back("cpu");
    names.emplace_back("opencl");
    return names;
}

FftImplementations chosen_implementations(const BenchFftOptions& options)
{
    const std::string no_device =
        device::device_unsupported_reason(device::survey(), options.device);
    if (options.device_named) {
        named_device(options.device, "transform on", "leave out --device");
    }
    FftImplementations chosen;
    if (bench::has(options.implementations, "opencl")) {
        require(Backend::opencl, "transform", "use --contestants fftw");
        chosen.opencl.emplace_back("opencl");
    }
    if (bench::has(options.implementations, "cpu")) {
        chosen.host.emplace_back("cpu");
    }
    std::vector<std::string> without_device;
    for (const std::string& name : bench::libraries()) {
        const bool named = bench::has(options.implementations, name);
        if (!named && !options.implementations.empty()) {
            continue;
        }
        if (name == "fftw") {
            chosen.host.push_back(name);
        } else if (no_device.empty()) {
            if (bench::is_installed(name, named)) {
                chosen.device.push_back(name);
            }
        } else if (named) {
            named_device(options.device, fmt::format("transform by {} on", name),
                         "use --contestants fftw");
        } else {
            without_device.push_back(name);
        }
    }
    if (!without_device.empty()) {
        spdlog::warn("{}: skipped ({})", list_of(without_device), no_device);
    }
    return chosen;
}

}  // namespace tobiuo
