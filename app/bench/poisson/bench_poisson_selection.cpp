#include "app/bench/poisson/bench_poisson_selection.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "app/bench/fft/size.hpp"
#include "app/bench/selection.hpp"
#include "app/machine/named_device.hpp"
#include "app/wording.hpp"
#include "kernels/fft/problem.hpp"
#include "runtime/device/backend.hpp"

namespace tobiuo {
namespace {

using bench::chosen;
using bench::has;
using poisson::Operator;
using poisson_bench::BenchProblem;
using poisson_bench::Boundary;
using poisson_bench::word_of;

constexpr std::array all_locations{Location::cell, Location::node};
constexpr std::array all_operators{Operator::second_order, Operator::fourth_order,
                                   Operator::spectral};
constexpr std::array all_precisions{Precision::fp32, Precision::fp64};
constexpr auto in_words = [](const auto& value) { return word_of(value); };

using Cells = std::vector<std::int64_t>;

/// The problem. Throws InputError for more bytes than a 64-bit address reaches, and for what the
/// solver refuses.
BenchProblem checked(const Cells& cells, const Boundary& boundary, Location location, Operator op,
                     Precision precision)
{
    try {
        fft::validate({.lengths = cells,
                       .kind = fft::Kind::r2c,
                       .direction = fft::Direction::forward,
                       .precision = precision});
        return bench_problem(cells, boundary, location, op, precision);
    } catch (const std::invalid_argument& error) {
        throw InputError{{.source = "--sizes", .line = 0, .column = 0}, error.what()};
    }
}

/// Adds the problems of one size.
void add_problems(std::vector<BenchProblem>& problems, const Cells& cells,
                  const BenchPoissonOptions& options)
{
    for (const Precision precision : chosen(all_precisions, in_words, options.precisions)) {
        for (const Boundary& boundary :
             chosen(poisson_bench::boundaries(), in_words, options.boundaries)) {
            for (const Location location : chosen(all_locations, in_words, options.locations, 1)) {
                for (const Operator op : chosen(all_operators, in_words, options.operators, 1)) {
                    problems.push_back(checked(cells, boundary, location, op, precision));
                }
            }
        }
    }
}

bool runs_on(std::string_view implementation, Backend backend)
{
    return implementation == "ours" ||
           backend == (implementation == "fftw" ? Backend::cpu : Backend::cuda);
}

bool asks_for(const BenchPoissonOptions& options, Backend backend)
{
    return has(options.backends, word_of(backend)) ||
           (options.backends.empty() && backend != Backend::opencl);
}

std::vector<std::string> of_backend(const BenchPoissonOptions& options, Backend backend)
{
    std::vector<std::string> names;
    std::ranges::copy_if(bench::libraries(), std::back_inserter(names), [&](const auto& name) {
        return runs_on(name, backend) &&
               (options.implementations.empty() || has(options.implementations, name));
    });
    return names;
}

/// Throws InputError for an implementation that runs on none of the back ends in --backends.
void check_implementations(const BenchPoissonOptions& options)
{
    for (const std::string& name : options.implementations) {
        const auto has_place = [&](Backend backend) {
            return asks_for(options, backend) && runs_on(name, backend);
        };
        if (!has_place(Backend::cpu) && !has_place(Backend::cuda) && !has_place(Backend::opencl)) {
            throw InputError{
                {.source = "--contestants", .line = 0, .column = 0},
                fmt::format("contestant '{}' runs on {}, which --backends leaves out: add it there "
                            "or leave out the contestant",
                            name, word_of(name == "fftw" ? Backend::cpu : Backend::cuda))};
        }
    }
}

}  // namespace

std::vector<BenchProblem> chosen_problems(const BenchPoissonOptions& options)
{
    std::vector<BenchProblem> problems;
    for (const std::string& size : options.sizes) {
        add_problems(problems, fft_bench::parse_size(size), options);
    }
    return problems;
}

PoissonImplementations chosen_implementations(const BenchPoissonOptions& options,
                                              const device::Survey& found)
{
    check_implementations(options);
    PoissonImplementations chosen;
    if (asks_for(options, Backend::cpu)) {
        chosen.host = of_backend(options, Backend::cpu);
    }
    if (asks_for(options, Backend::opencl)) {
        chosen.opencl = of_backend(options, Backend::opencl);
    }
    if (!chosen.opencl.empty()) {
        require(Backend::opencl, "solve", "use --backends cpu");
    }
    if (asks_for(options, Backend::cuda)) {
        chosen.device = of_backend(options, Backend::cuda);
    }
    if (device::device_unsupported_reason(found, options.device).empty()) {
        std::erase_if(chosen.device, [&](const std::string& name) {
            return !bench::is_installed(name, has(options.implementations, name));
        });
        return chosen;
    }
    std::string without;
    for (const std::string& name : options.implementations) {
        if (!runs_on(name, Backend::cpu)) {
            without += (without.empty() ? " without " : " and ") + name;
        }
    }
    if (has(options.backends, "cuda") || !without.empty()) {
        named_device(options.device, "measure on", "use --backends cpu" + without, found);
    }
    chosen.device.clear();
    return chosen;
}

std::vector<poisson_bench::OrderProblem> chosen_order_problems(const BenchPoissonOptions& options)
{
    std::vector<poisson_bench::OrderProblem> problems;
    for (const Operator op : chosen(all_operators, in_words, options.operators)) {
        for (const Location location : chosen(all_locations, in_words, options.locations)) {
            std::ranges::copy(poisson_bench::order_problems(location, op, options.order_cells),
                              std::back_inserter(problems));
        }
    }
    return problems;
}

}  // namespace tobiuo
