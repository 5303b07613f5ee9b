// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/sample_time.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

#include <tobiuo/flow/solver.hpp>
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

template <typename Real>
double seconds_of_step(const flow::Problem& problem, Backend backend)
{
    const auto machine = runtime::make_machine(backend);
    const runtime::OwnStream stream = machine->make_stream();
    flow::Solver solver{problem, {.backend = backend}};
    const runtime::Array rest =
        machine->zeros_and_wait(static_cast<std::size_t>(flow::points(problem)) * sizeof(Real));
    solver.start(rest.as<Real>(), rest.as<Real>(), rest.as<Real>(), stream.get());
    const double time_step = 0.5 * flow::step_limit(problem, 1.0, 1.0).seconds;
    return median_seconds([&] {
        solver.step(time_step, stream.get());
        machine->wait(stream.get());
    });
}

/// Halves the cells of an axis, as those of its first half are.
void halve(Axis& axis)
{
    const double spacing = axis.spacing();
    axis.cells /= 2;
    axis.upper = axis.lower + spacing * static_cast<double>(axis.cells);
    if (axis.stretched()) {
        axis.nodes.resize(static_cast<std::size_t>(axis.cells) + 1);
        axis.upper = axis.nodes.back();
    }
}

constexpr std::int64_t fewest = 16;  // planes, enough for any walls and operator

/// The time of all planes, of which `planes` took so long.
SampledTime time_of_all(double seconds, std::int64_t planes, std::int64_t all)
{
    return {.seconds = seconds * static_cast<double>(all) / static_cast<double>(planes),
            .planes = planes};
}

}  // namespace

poisson::Problem sample_of(const poisson::Problem& problem, const Place& place)
{
    poisson::Problem sample = problem;
    Axis& z = sample.grid.axes[2];
    while (poisson::points(sample) > most_points(place) && z.cells >= 2 * fewest) {
        halve(z);
    }
    return sample;
}

flow::Problem sample_of(const flow::Problem& problem, const Place& place)
{
    constexpr std::int64_t arrays = 8;  // more than a solve has
    flow::Problem sample = problem;
    Axis& z = sample.grid.axes[2];
    while (flow::points(sample) > most_points(place) / arrays && z.cells >= 2 * fewest) {
        halve(z);
    }
    for (flow::Faces& faces : sample.faces) {
        const flow::Face face{.kind = faces.lower.kind == flow::FaceKind::periodic
                                          ? flow::FaceKind::periodic
                                          : flow::FaceKind::no_slip};
        faces = {.lower = face, .upper = face};
    }
    if (sample.scalar) {
        sample.scalar->faces = {};
    }
    for (flow::FurtherScalar& further : sample.further_scalars) {
        further.scalar.faces = {};
    }
    return sample;
}

stencil::Shape sample_of(const stencil::Shape& shape, const Place& place)
{
    constexpr std::int64_t arrays = 14;
    constexpr std::int64_t fewest_of_sweeps = 18;
    stencil::Shape sample = shape;
    while (sample.values() > most_points(place) * 2 / arrays && sample.ni >= 2 * fewest_of_sweeps) {
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
    return time_of_all(seconds, poisson::unknowns(sample, 2).count,
                       poisson::unknowns(problem, 2).count);
}

SampledTime sampled_step(const flow::Problem& problem, const Place& place)
{
    place.select();
    const flow::Problem sample = sample_of(problem, place);
    const double seconds = sample.precision == Precision::fp32
                               ? seconds_of_step<float>(sample, place.backend)
                               : seconds_of_step<double>(sample, place.backend);
    return time_of_all(seconds, sample.grid.axes[2].cells, problem.grid.axes[2].cells);
}

SampledTime sampled_sweep(const stencil::SweepKind& kind, stencil::SweepRequest request)
{
    const std::int64_t all = request.shape.interior_planes().count();
    request.shape = sample_of(request.shape, {.backend = kind.backend});
    const auto plan = kind.make(request);
    plan->load(*himeno::official_source(request.shape));
    std::vector<double> gosa(static_cast<std::size_t>(4 * kind.sweeps_per_pass));
    const double seconds = median_seconds([&] { plan->sweep_and_wait(gosa); });
    return time_of_all(seconds / static_cast<double>(gosa.size()),
                       request.shape.interior_planes().count(), all);
}

}  // namespace tobiuo
