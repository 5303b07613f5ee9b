#include "app/bench/fft/bench_fft_selection.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <stdexcept>

#include "app/bench/fft/device_testbed.hpp"
#include "app/bench/fft/row.hpp"
#include "app/bench/fft/size.hpp"
#include "app/wording.hpp"
#include "kernels/device/error.hpp"
#include "kernels/device/survey.hpp"

namespace tobiuo {
namespace {

bool has(const std::vector<std::string>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

std::vector<fft::Kind> chosen_kinds(const BenchFftOptions& options)
{
    std::vector<fft::Kind> kinds;
    for (const fft::Kind kind : {fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r}) {
        if (has(options.kinds, fft_bench::word_of(kind))) {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

std::vector<Precision> chosen_precisions(const BenchFftOptions& options)
{
    std::vector<Precision> precisions;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        if (has(options.precisions, fft_bench::word_of(precision))) {
            precisions.push_back(precision);
        }
    }
    return precisions;
}

}  // namespace

const std::vector<std::string>& fft_implementations()
{
    static const std::vector<std::string> names{"ours", "cufft", "vkfft", "fftw"};
    return names;
}

std::vector<fft::Problem> chosen_problems(const BenchFftOptions& options)
{
    std::vector<fft::Problem> problems;
    for (const std::string& size : options.sizes) {
        for (const Precision precision : chosen_precisions(options)) {
            for (const fft::Kind kind : chosen_kinds(options)) {
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

FftImplementations chosen_implementations(const BenchFftOptions& options)
{
    const std::string no_device =
        device::device_unsupported_reason(device::survey(), options.device);
    FftImplementations chosen;
    std::vector<std::string> without_device;
    for (const std::string& name : fft_implementations()) {
        const bool named = has(options.implementations, name);
        if (!named && !options.implementations.empty()) {
            continue;
        }
        if (name == "fftw") {
            chosen.host.push_back(name);
        } else if (no_device.empty()) {
            if (const auto unsupported_reason = fft_bench::library_unsupported_reason(name)) {
                spdlog::warn("{}: skipped ({})", name, *unsupported_reason);
            } else {
                chosen.device.push_back(name);
            }
        } else if (named || options.device_named) {
            throw device::DeviceError{
                fmt::format("cannot transform by {} on CUDA device {} ({}): use --contestants fftw",
                            name, options.device, no_device)};
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
