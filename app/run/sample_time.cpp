#include "app/run/sample_time.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include <tobiuo/poisson/solver.hpp>

#include "runtime/machine/machine.hpp"
#include "runtime/median.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/himeno/coefficients.hpp"

namespace tobiuo {
namespace {

/// Points of a sample: more than caches hold.
std::int64_t most_points(const Place& place)
{
    return place.is_gpu() ? std::int64_t{1} << 27U : std::int64_t{1} << 22U;
}

/// The median of some executions, after one that warms up.
double median_seconds(const std::function<void()>& execute_and_wait)
{
    constexpr double enough_seconds = 0.3;
    constexpr std::size_t enough = 9;
    execute_and_wait();
    const auto begin = std::chrono::steady_clock::now();
    std::vector<double> seconds;
    while (seconds.empty() || (seconds.size() < enough && seconds_since(begin) < enough_seconds)) {
        const auto start = std::chrono::steady_clock::now();
        execute_and_wait();
        seconds.push_back(seconds_since(start));
    }
    return median(seconds);
}

template <typename Real>
double seconds_of_solve(const poisson::Problem& problem, Backend backend)
{
    const auto machine = runtime::make_machine(backend);
    const runtime::OwnStream stream = machine->make_stream();
    const poisson::Solver solver{problem, {.backend = backend, .zero_walls = true}};
    const runtime::Array array =
        machine->zeros_and_wait(static_cast<std::size_t>(poisson::points(problem)) * sizeof(Real));
    return median_seconds([&] {
        solver.solve(array.as<Real>(), array.as<Real>(), stream.get());
        machine->wait(stream.get());
    });
}

}  // namespace

poisson::Problem sample_of(const poisson::Problem& problem, const Place& place)
{
    constexpr std::int64_t fewest = 16;  // enough for any walls and operator
    poisson::Problem sample = problem;
    Axis& z = sample.grid.axes[2];
    while (poisson::points(sample) > most_points(place) && z.cells >= 2 * fewest) {
        const double spacing = z.spacing();
        z.cells /= 2;
        z.upper = z.lower + spacing * static_cast<double>(z.cells);
        if (z.stretched()) {
            z.nodes.resize(static_cast<std::size_t>(z.cells) + 1);
            z.upper = z.nodes.back();
        }
    }
    return sample;
}

stencil::Shape sample_of(const stencil::Shape& shape, const Place& place)
{
    constexpr std::int64_t arrays = 14;
    constexpr std::int64_t fewest = 18;
    stencil::Shape sample = shape;
    while (sample.values() > most_points(place) * 2 / arrays && sample.ni >= 2 * fewest) {
        sample.ni = 2 + (sample.ni - 2) / 2;
    }
    return sample;
}

SampledTime sampled_solve(const poisson::Problem& problem, const Place& place)
{
    place.select();
    const poisson::Problem sample = sample_of(problem, place);
    const double seconds = sample.precision == Precision::fp32
                               ? seconds_of_solve<float>(sample, place.backend)
                               : seconds_of_solve<double>(sample, place.backend);
    const std::int64_t planes = poisson::unknowns(sample, 2).count;
    const auto all = static_cast<double>(poisson::unknowns(problem, 2).count);
    return {.seconds = seconds * all / static_cast<double>(planes), .planes = planes};
}

SampledTime sampled_sweep(const stencil::SweepKind& kind, stencil::SweepRequest request)
{
    const auto all = static_cast<double>(request.shape.interior_planes().count());
    request.shape = sample_of(request.shape, {.backend = kind.backend});
    const auto plan = kind.make(request);
    plan->load(*himeno::official_source(request.shape));
    std::vector<double> gosa(static_cast<std::size_t>(4 * kind.sweeps_per_pass));
    const double seconds = median_seconds([&] { plan->sweep_and_wait(gosa); });
    const std::int64_t planes = request.shape.interior_planes().count();
    return {
        .seconds = seconds / static_cast<double>(gosa.size()) * all / static_cast<double>(planes),
        .planes = planes};
}

}  // namespace tobiuo
