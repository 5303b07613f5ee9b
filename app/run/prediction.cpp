// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/prediction.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include <tobiuo/poisson/distributed_solver.hpp>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/run/backend.hpp"
#include "app/run/flow/flow_faces.hpp"
#include "app/run/flow/flow_input.hpp"
#include "app/run/flow/flow_place.hpp"
#include "app/run/himeno/himeno_input.hpp"
#include "app/run/poisson/poisson_coefficient.hpp"
#include "app/run/poisson/poisson_mixed.hpp"
#include "app/run/poisson/poisson_place.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "app/run/sample_time.hpp"
#include "app/scaling/flow_steps.hpp"
#include "app/scaling/model.hpp"
#include "runtime/precision.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/distributed_sweeps.hpp"

namespace tobiuo {
namespace {

using scaling::Prediction;

/// A case on any number of ranks.
struct PredictedCase {
    std::string what;         ///< "solve", "sweep"
    Place place;              ///< of a rank
    std::string method = {};  ///< how ranks divide it
    std::int64_t planes{};
    SampledTime one_rank;
    std::function<Prediction(int ranks, const scaling::Link& link)> on = {};
    std::function<std::string(const scaling::Link& link)> remark = {};
};

PredictedCase by_slabs(const poisson::Problem& problem, std::int64_t told_bytes,
                       PredictedCase predicted)
{
    const scaling::SlabSolve solve{
        .planes = predicted.planes,
        .modes = poisson::points(problem) / predicted.planes,
        .value_bytes = static_cast<double>(bytes_per_value(problem.precision)),
        .told_bytes = static_cast<double>(told_bytes),
        .stretched = problem.grid.axes[2].stretched(),
        .squeezed = scaling::squeezed(problem.grid),
        .arrays = 2,
        .one_rank_seconds = predicted.one_rank.seconds};
    predicted.method = "slabs of z, joined by two numbers of each mode";
    predicted.on = [solve](int ranks, const scaling::Link& link) {
        return scaling::predicted(solve, ranks, link);
    };
    predicted.remark = [solve](const scaling::Link& link) {
        const int from = scaling::telling_takes_longer_from(solve, link);
        return from == 0 ? std::string{}
                         : fmt::format(
                               "from {} ranks on, what ranks tell each other takes longer than the "
                               "own planes",
                               from);
    };
    return predicted;
}

PredictedCase by_transposition(const poisson::Problem& problem, PredictedCase predicted)
{
    const std::int64_t points = poisson::points(problem);
    const std::int64_t value_bytes = bytes_per_value(problem.precision);
    scaling::AllToAll solve{.planes = predicted.planes,
                            .plane_values = points / predicted.planes,
                            .value_bytes = static_cast<double>(value_bytes),
                            .there_and_back = true,
                            .solves = true,
                            .arrays = 2,
                            .one_rank_seconds = predicted.one_rank.seconds};
    predicted.method = "slabs of z, of which all ranks exchange blocks, there and back";
    predicted.on = [=, backend = predicted.place.backend](int ranks,
                                                          const scaling::Link& link) mutable {
        solve.chunks = poisson::method_of_ranks(problem, backend, ranks).chunks;
        return scaling::predicted(solve, ranks, link);
    };
    return predicted;
}

/// The time of the case's first planes, multiplied.
SampledTime sampled_case(const PoissonCase& poisson, const Place& place)
{
    try {
        return sampled_solve(poisson.problem, place);
    } catch (const std::invalid_argument& error) {  // lambda may be an eigenvalue of fewer planes
        throw InputError{poisson.lambda_at,
                         std::string{"method.lambda: the time of its first planes "
                                     "cannot be measured ("} +
                             error.what() + "): choose one a little beside it"};
    }
}

PredictedCase predicted_case(const Case& the_case, const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    refuse_bodies_on_ranks(poisson);
    refuse_coefficient_on_ranks(poisson);
    refuse_mixed_on_ranks(poisson);
    if (const auto reason = ranks_unsupported_reason(problem)) {
        throw InputError{poisson.grid_at, "grid: " + *reason};
    }
    if (the_case.backend == BackendChoice::opencl) {
        refuse_opencl_on_ranks(the_case);
    }
    PoissonCase sample = poisson;
    sample.problem = sample_of(problem, place_on_gpu(0));
    DeviceSolver solver = poisson_device_solver(sample);
    solver.runs_by_opencl = false;
    const Place place = decide_place(the_case, solver, {});
    PredictedCase predicted{.what = "solve",
                            .place = place,
                            .planes = poisson::unknowns(problem, 2).count,
                            .one_rank = sampled_case(poisson, place)};
    const poisson::RankMethod method = poisson::method_of_ranks(problem, place.backend, 1);
    return method.by_slabs ? by_slabs(problem, method.told_bytes, std::move(predicted))
                           : by_transposition(problem, std::move(predicted));
}

PredictedCase predicted_case(const Case& the_case, const HimenoCase& himeno)
{
    stencil::SweepRequest request{.shape = shape_of(resolve_grid(himeno)),
                                  .precision = himeno.precision,
                                  .omega = himeno.omega,
                                  .device = the_case.device,
                                  .in_parts = true,
                                  .parameters = himeno.kernel_parameters};
    stencil::SweepRequest sample = request;
    sample.shape = sample_of(request.shape, place_on_gpu(0));
    const KernelPlace decided = decide_backend(the_case, himeno, sample);
    const stencil::SweepKind& kind = *decided.kind;
    stencil::SweepRequest whole = request;
    whole.in_parts = false;
    const SampledTime one_rank = sampled_sweep(kind, whole);
    const auto plane =
        static_cast<double>(request.shape.plane() * bytes_per_value(request.precision));
    const scaling::SlabSweeps sweeps{.planes = request.shape.interior_planes().count(),
                                     .plane_bytes = plane,
                                     .sweeps_per_pass = kind.sweeps_per_pass,
                                     .one_rank_seconds = one_rank.seconds};
    const auto on = [=, &kind, on_host = decided.place.is_cpu()](int ranks,
                                                                 const scaling::Link& link) {
        Prediction found = scaling::predicted(sweeps, ranks, link);
        const int middle = ranks > 2 && sweeps.planes > 2 ? 1 : 0;
        const himeno::Slabs slabs = himeno::slabs_of(request, kind, middle, ranks);
        const stencil::Footprint footprint =
            ranks == 1 ? kind.footprint(whole) : kind.footprint(*slabs.request);
        found.memory_bytes =
            static_cast<double>(on_host ? footprint.host_bytes : footprint.device_bytes);
        return found;
    };
    return {.what = "sweep",
            .place = decided.place,
            .method = fmt::format("slabs of i by kernel '{}', {} planes to each neighbour a pass",
                                  kind.name, kind.sweeps_per_pass),
            .planes = sweeps.planes,
            .one_rank = one_rank,
            .on = on,
            .remark = [](const scaling::Link& /*link*/) { return std::string{}; }};
}

PredictedCase predicted_case(const Case& the_case, const FlowCase& flow)
{
    constexpr int several = 2;
    flow::Problem problem = flow_problem(flow);
    const FlowFaces faces{flow, problem};
    refuse_flow_on_ranks(flow, problem, several);
    const Place place =
        decide_flow_place(the_case, flow, sample_of(problem, place_on_gpu(0)), faces, nullptr);
    const SampledTime one_rank = sampled_step(problem, place);
    const auto steps_on = [problem, backend = place.backend,
                           seconds = one_rank.seconds](int ranks) {
        return scaling::flow_steps(problem, backend, ranks, seconds);
    };
    const scaling::FlowSteps steps = steps_on(several);
    return {.what = "step",
            .place = place,
            .method = std::string{"slabs of z that send their end planes, with projections "} +
                      (steps.by_slabs ? "joined by two numbers of each mode"
                                      : "of which all ranks exchange blocks"),
            .planes = steps.planes,
            .one_rank = one_rank,
            .on =
                [steps_on](int ranks, const scaling::Link& link) {
                    return scaling::predicted(steps_on(ranks), ranks, link);
                },
            .remark =
                [steps](const scaling::Link& /*link*/) {
                    return fmt::format("a rank has 2 planes at least: {} ranks at most",
                                       steps.most_ranks());
                }};
}

std::string seconds_text(double seconds)
{
    return seconds < 1e-3  ? fmt::format("{:.4g} us", seconds * 1e6)
           : seconds < 1.0 ? fmt::format("{:.4g} ms", seconds * 1e3)
                           : fmt::format("{:.4g} s", seconds);
}

/// Powers of two up to the number of ranks, and that itself.
std::vector<int> rank_counts(int most)
{
    std::vector<int> counts;
    for (int ranks = 1; ranks < most; ranks *= 2) {
        counts.push_back(ranks);
    }
    counts.push_back(most);
    return counts;
}

std::string table_of(const PredictedCase& predicted, int most, const scaling::Link& link)
{
    std::string text = fmt::format("  {:>6} {:>11} {:>11} {:>11} {:>8} {:>12}\n", "ranks",
                                   "a " + predicted.what, "work", "messages", "speedup", "memory");
    for (const int ranks : rank_counts(most)) {
        const Prediction one = predicted.on(ranks, link);
        text += fmt::format("  {:>6} {:>11} {:>11} {:>11} {:>8.2f} {:>12}\n", ranks,
                            seconds_text(one.seconds), seconds_text(one.compute_seconds),
                            seconds_text(one.exchange_seconds),
                            predicted.one_rank.seconds / one.seconds, bytes_text(one.memory_bytes));
    }
    return text;
}

}  // namespace

std::string prediction_text(const Case& the_case, const PredictionOptions& options)
{
    constexpr double usual_gbps = 25.0;    // a network card of 200 Gbit/s a rank
    constexpr double usual_latency = 5.0;  // us, of a message between machines
    const PredictedCase predicted =
        std::visit([&](const auto& one) { return predicted_case(the_case, one); }, the_case.solver);
    const scaling::Link link{.bytes_per_second = 1e9 * options.link_gbps.value_or(usual_gbps),
                             .latency_seconds = 1e-6 * options.latency_us.value_or(usual_latency),
                             .overlaps = predicted.place.is_gpu()};
    std::string text = fmt::format("{}: predicted for {} ranks, each {}\n", the_case.name,
                                   options.ranks, predicted.place.where);
    const auto line = [&](const std::string& what, const std::string& value) {
        text += fmt::format("  {:<22} {}\n", what, value);
    };
    line("method", predicted.method);
    line("link of a rank",
         fmt::format("{:.4g} GB/s{}, {:.4g} us to each other rank{}", link.bytes_per_second * 1e-9,
                     options.link_gbps ? "" : " (assumed: give --link)", link.latency_seconds * 1e6,
                     options.latency_us ? "" : " (assumed: give --latency)"));
    line("on one rank", fmt::format("{} a {}, measured with {} of {} planes",
                                    seconds_text(predicted.one_rank.seconds), predicted.what,
                                    predicted.one_rank.planes, predicted.planes));
    text += table_of(predicted, options.ranks, link);
    const std::string remark = predicted.remark ? predicted.remark(link) : std::string{};
    return remark.empty() ? text : text + "  " + remark + "\n";
}

}  // namespace tobiuo
