// SPDX-License-Identifier: BSD-3-Clause
// A case of `solver: poisson` made ready to run, and its run.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/machine/time_split.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/output/report/result_files.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "app/run/bodies/body_cells.hpp"
#include "app/run/bodies/body_drawing.hpp"
#include "app/run/bodies/body_faces.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/poisson/exact_check.hpp"
#include "app/run/poisson/poisson_bodies.hpp"
#include "app/run/poisson/poisson_estimate.hpp"
#include "app/run/poisson/poisson_fields.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_mixed.hpp"
#include "app/run/poisson/poisson_order.hpp"
#include "app/run/poisson/poisson_place.hpp"
#include "app/run/poisson/poisson_ranks.hpp"
#include "app/run/poisson/poisson_solve.hpp"
#include "app/run/poisson/spectral_caveat.hpp"
#include "app/run/progress.hpp"
#include "app/run/signals.hpp"
#include "runtime/ranks/slice.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo {
namespace {

void log_balance(const poisson::Problem& problem, const Balance& balance)
{
    if (balance.balanced) {
        return;
    }
    const bool walls = std::ranges::any_of(problem.sides, [](const poisson::Sides& sides) {
        return sides.lower == poisson::Condition::neumann;
    });
    spdlog::warn(
        "the boundary data and the source do not balance: the mean of the right-hand side is "
        "{:.6g} ({:.3g} of its norm) and was removed; {}",
        balance.removed_mean, balance.relative,
        walls ? fmt::format("the flux out through the walls would have to be {} by {:.6g}",
                            balance.missing_flux > 0.0 ? "larger" : "smaller",
                            std::abs(balance.missing_flux))
              : std::string{"in a periodic box the source must have zero mean"});
}

void log_residual(const poisson::Problem& problem, const poisson::Residual& residual)
{
    if (!(residual.backward_error <= residual.rounding_level)) {
        spdlog::warn(
            "the residual is {:.3e} of the right-hand side, a backward error of {:.3e} where "
            "rounding explains {:.3e}: please report this case",
            residual.relative_l2, residual.backward_error, residual.rounding_level);
    }
    if (!(residual.balance_error <= residual.balance_level)) {
        spdlog::warn(
            "lines along the stretched axis miss {:.3e} of their balance where rounding explains "
            "{:.3e}, so that the solution has about {} digits: please report this case",
            residual.balance_error, residual.balance_level,
            poisson::digits_left(residual.balance_error));
    }
    const std::string digits = digits_text(problem, residual);
    if (!digits.empty()) {
        spdlog::warn("of the digits {}", digits);
    }
}

/// Says so if a solve around bodies has ended above what it was to come to, and above what rounding
/// explains.
void log_bodies(const PoissonCase& poisson, const poisson::BodyUse& use)
{
    const double wanted = body_tolerance_of(poisson);
    if (!(use.residual <= std::max(wanted, rounding_of(poisson.problem.precision)))) {
        spdlog::warn(
            "beside bodies {:.3g} of what they keep is left of the equation after {} solves, where "
            "{:.3g} was to be (where nothing holds u, the source and the walls must balance in "
            "each part of the box that bodies leave; or rounding does not let it): look at the "
            "source, or set method.body_tolerance",
            use.residual, use.solves, wanted);
    }
}

/// Says so if a solve with mixed walls has ended above what it was to come to, and above what rounding
/// explains.
void log_mixed(const PoissonCase& poisson, const poisson::MixedUse& use)
{
    const double wanted = mixed_tolerance_of(poisson);
    if (!(use.residual <= std::max(wanted, rounding_of(poisson.problem.precision)))) {
        spdlog::warn(
            "u misses {:.3g} of what it misses of its values on mixed walls without fluxes, after "
            "{} "
            "solves, where {:.3g} was to be (rounding may not let it): set method.mixed_tolerance",
            use.residual, use.solves, wanted);
    }
}

void log_link(const LinkUse& link)
{
    if (!link.not_locked.empty()) {
        spdlog::warn(
            "the pages of the arrays could not be locked ({}): copies go through blocks that are "
            "locked and take longer; free some memory, or raise the limits on it",
            link.not_locked);
        return;
    }
    spdlog::info("the pages of both arrays were locked in {:.2f} s", link.lock_seconds);
}

/// A number of passes in words: "three passes".
std::string passes_text(int passes)
{
    constexpr std::array words{"no passes",   "one pass",    "two passes", "three passes",
                               "four passes", "five passes", "six passes", "seven passes"};
    const auto count = static_cast<std::size_t>(passes);
    return count < words.size() ? words.at(count) : fmt::format("{} passes", passes);
}

/// The passes of a solve with a coefficient, each a read and a write: an iteration moves 11 words of an
/// unknown besides a solve of the box; begin and end copy f, subtract and check (12 words).
int coefficient_passes(int of_box, std::int64_t iterations)
{
    constexpr double words_of_iteration = 11.0;
    constexpr double other_words = 12.0;
    return static_cast<int>(std::lround(
        static_cast<double>(iterations) * (of_box + words_of_iteration / 2.0) + other_words / 2.0));
}

/// What a run is about, all of which outlives it.
struct PoissonSetting {
    Case the_case;
    PoissonCase poisson;
    Place place;
    CeilingUse ceiling;
};

/// A run in the precision of its case.
template <typename Real>
class PoissonRun final : public Run {
public:
    PoissonRun(const PoissonSetting& setting, RunFolder* folder)
        : setting_{setting},
          ranks_{setting.place.world},
          folder_{folder},
          report_{.the_case = setting.the_case,
                  .poisson = setting.poisson,
                  .where = setting.place.where,
                  .reason = setting.place.reason,
                  .started = utc_now(),
                  .backend = setting.place.backend,
                  .caveat = spectral_caveat(setting.poisson),
                  .contradiction = exact_contradiction(setting.poisson),
                  .ranks = ranks_report(setting.place.world, setting.place.where)}
    {
        if (report_.caveat) {
            spdlog::warn("{}", *report_.caveat);
        }
        if (report_.contradiction) {
            spdlog::warn("{}", *report_.contradiction);
        }
    }

    [[nodiscard]] SignalAnswers answers() const override
    {
        return {.advancing = "stopping after the solve in hand; its solution is written",
                .keeping = nullptr,
                .writing = "the solution is being checked and written; the run ends after that"};
    }

    void begin() override
    {
        find_ceiling();
        log_known_table(setting_.place);
        input_ = read_input(setting_.poisson, setting_.place);
        CaseField source = input_.source;
        if (!uses(setting_.the_case, "f")) {
            input_.source = {};
        }
        solve_ = std::make_unique<PoissonSolve<Real>>(setting_.poisson, std::move(source),
                                                      input_.faces, setting_.place);
        if (input_.exact) {
            solve_->check_exact(*input_.exact);
        }
    }

    void note_ready(double seconds) override
    {
        const CaseSolver<Real>& solver = solve_->solver();
        report_.plan = solver.describe();
        report_.memory_passes = solver.memory_passes();
        report_.device_bytes = solver.device_bytes();
        report_.link = solver.link();
        find_conditioning();
        log_ready(seconds);
    }

    void advance(ProgressDisplay& display) override
    {
        static_cast<void>(solve_->solver().take_exchange_use_and_wait());
        time_solves(display);
        put_uses(report_.ranks, ranks_.world(),
                 {.seconds = std::accumulate(report_.seconds.begin(), report_.seconds.end(), 0.0),
                  .exchange = solve_->solver().take_exchange_use_and_wait()});
        interrupted_ = std::ssize(report_.seconds) < setting_.poisson.repeat;
    }

    [[nodiscard]] ExitCode write() override
    {
        const double offset = check();
        conclude(interrupted_);
        write_and_print(
            [&] {
                if (uses(setting_.the_case, "p") || uses(setting_.the_case, "error") ||
                    uses(setting_.the_case, "residual")) {
                    solve_->fetch_and_wait(uses(setting_.the_case, "residual"));
                }
                const PoissonFields fields =
                    fields_of(setting_.the_case, problem(), *solve_, input_, offset);
                write_poisson_results(folder_, ranks_.world(),
                                      {report_, fields, own_planes(), surfaces()});
            },
            report_);
        return static_cast<ExitCode>(report_.exit_code);
    }

private:
    [[nodiscard]] const poisson::Problem& problem() const { return setting_.poisson.problem; }

    /// The planes of the grid that this rank gives.
    [[nodiscard]] ranks::Slice own_planes() const
    {
        return grid_planes(problem(), ranks_.own(problem()));
    }

    /// The file of the surfaces of bodies; none without any, or on nodes, which have no faces between
    /// them.
    [[nodiscard]] std::optional<std::string> surfaces() const
    {
        const BodyPlaces& bodies = solve_->bodies();
        if (folder_ == nullptr || bodies.empty() || problem().grid.location == Location::node) {
            return std::nullopt;
        }
        std::vector<InsideFunction> rounded;
        for (const poisson::Body& body : bodies_of(setting_.poisson)) {
            rounded.push_back(body.value ? body.inside : InsideFunction{});
        }
        std::array<bool, 3> is_periodic{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            is_periodic.at(axis) = problem().sides.at(axis).lower == poisson::Condition::periodic;
        }
        const auto find = [&] {
            return find_body_faces(problem().grid, setting_.poisson.dimensions, is_periodic,
                                   bodies.numbers(), rounded);
        };
        return surfaces_text("bodies.vtp", find, metadata_of(setting_.the_case, "poisson"));
    }

    /// Finds the conditioning for a lambda that the solver has accepted.
    void find_conditioning()
    {
        if (setting_.poisson.coefficient || has_mixed_walls(setting_.poisson)) {
            return;  // eigenvalues are those of the box alone
        }
        report_.conditioning = poisson::conditioning_of(problem());
        if (report_.conditioning && report_.conditioning->nearly_singular) {
            spdlog::warn("{}", conditioning_text(problem(), *report_.conditioning));
        }
    }

    void find_ceiling()
    {
        if (setting_.place.visits_gpu_in_parts() || ranks_.are_several()) {
            return;  // the link is the limit, and the engine measures it; or that of several ranks
        }
        const CeilingSource source = ceiling_source(setting_.place, GpuMix::copy);
        report_.mix = source.mix;
        put_ceiling(report_,
                    ceiling_of_run(plan_ceiling(setting_.ceiling, source,
                                                problem_bytes(setting_.poisson, setting_.place)),
                                   source));
    }

    void log_ready(double seconds) const
    {
        const std::vector<fft::PassChoice> choices = solve_->solver().choices();
        const double bytes = bytes_per_point(problem().precision, report_.memory_passes) *
                             static_cast<double>(poisson::points(problem()));
        spdlog::debug("plan: {}", report_.plan);
        warn_of_unused(choices);
        if (report_.link) {
            log_link(*report_.link);
        }
        const std::string measured = measured_text(choices);
        spdlog::info("ready after {:.2f} s: {} over memory, {} a solve{}", seconds,
                     passes_text(report_.memory_passes), bytes_text(bytes),
                     measured.empty() ? "" : "; " + measured);
    }

    /// Solves at least once, so that there is a solution to write even after the user asked to
    /// stop.
    void time_solves(ProgressDisplay& display)
    {
        const auto start = std::chrono::steady_clock::now();
        solve_->watch([&](double part) {
            if (display.is_due(false)) {
                const auto done = static_cast<std::int64_t>(report_.seconds.size());
                const auto repeat = static_cast<double>(setting_.poisson.repeat);
                display.show(
                    part_of(static_cast<double>(done) + part, repeat),
                    solving_text(done, part, setting_.poisson.repeat, seconds_since(start)));
            }
            return true;
        });
        do {
            report_.seconds.push_back(solve_->time_and_wait());
            const std::int64_t done = std::ssize(report_.seconds);
            spdlog::debug("solve {} of {}: {:.6f} s", done, setting_.poisson.repeat,
                          report_.seconds.back());
            if (display.is_due(done == setting_.poisson.repeat)) {
                display.show(part_of(static_cast<double>(done),
                                     static_cast<double>(setting_.poisson.repeat)),
                             solves_text(done, setting_.poisson.repeat, seconds_since(start)));
            }
        } while (std::ssize(report_.seconds) < setting_.poisson.repeat &&
                 !ranks_.any(stop_requested()));
        solve_->watch({});
    }

    /// Fills in what is found out about the solution. Returns as compare() does.
    [[nodiscard]] double check()
    {
        const TimedPart observe{TimePart::observe};
        solve_->finish_and_wait();
        report_.residual = solve_->check();
        report_.balance = solve_->balance();
        report_.bodies = solve_->bodies_solved();
        if (report_.bodies) {
            report_.memory_passes = static_cast<int>(
                std::lround(report_.memory_passes * report_.bodies->use.whole_solves));
        }
        report_.mixed = solve_->mixed_solved();
        if (report_.mixed) {
            report_.memory_passes *= static_cast<int>(report_.mixed->use.solves);
        }
        report_.coefficient = solve_->coefficient_solved();
        if (report_.coefficient) {
            report_.memory_passes =
                coefficient_passes(report_.memory_passes, report_.coefficient->use.iterations);
        }
        solve_->add_boundary_share();
        if (!uses(setting_.the_case, "residual")) {
            solve_->forget_residual();
        }
        return compare();
    }

    /// Fills in the error and the order if there is an exact solution. Returns the offset that is
    /// subtracted from the difference of both.
    [[nodiscard]] double compare()
    {
        double offset = 0.0;
        if (input_.exact) {
            report_.error = solve_->error(*input_.exact, offset);
            report_.order =
                ranks_.any(stop_requested())
                    ? no_order(setting_.poisson, fmt::format("{} came", stop_signal_name()))
                    : observed_order(setting_.poisson, *report_.error, ranks_);
            if (!report_.order->doubt.empty()) {
                spdlog::warn("{}", report_.order->doubt);
            }
        }
        return offset;
    }

    /// Fills in how the run has ended, and says so. `interrupted`: a signal came before the last solve.
    void conclude(bool interrupted)
    {
        if (!std::isfinite(report_.residual.norms.l2)) {
            report_.status = PoissonStatus::diverged;
            report_.exit_code = static_cast<int>(ExitCode::diverged);
            spdlog::error(
                "the solution is not finite: the right-hand side or the boundary values are too "
                "large for the precision; {}",
                problem().precision == Precision::fp32
                    ? "scale them or use method.precision double"
                    : "divide all of them by one number, as the solution then is");
            return;
        }
        if (report_.balance) {
            log_balance(problem(), *report_.balance);
        }
        log_residual(problem(), report_.residual);
        if (report_.bodies) {
            log_bodies(setting_.poisson, report_.bodies->use);
        }
        if (report_.mixed) {
            log_mixed(setting_.poisson, report_.mixed->use);
        }
        if (interrupted) {
            report_.status = PoissonStatus::interrupted;
            report_.exit_code = static_cast<int>(ExitCode::interrupted);
            spdlog::warn("stopped by {} after {} solves; writing what is there", stop_signal_name(),
                         report_.seconds.size());
        } else if (stop_requested()) {
            spdlog::info("{} came, but all solves are done: the results are complete",
                         stop_signal_name());
        }
    }

    const PoissonSetting& setting_;
    PoissonRanks ranks_;
    RunFolder* folder_;
    PoissonReport report_;
    PoissonInput input_;
    std::unique_ptr<PoissonSolve<Real>> solve_;
    bool interrupted_ = false;  ///< by a signal before the last solve
};

class PoissonJob final : public Job {
public:
    PoissonJob(Case the_case, PoissonCase poisson, const JobOptions& options)
        : setting_{.the_case = std::move(the_case),
                   .poisson = std::move(poisson),
                   .place = {},
                   .ceiling = options.ceiling}
    {
        for (BodySection& body : setting_.poisson.bodies) {
            body.known = inside_of(body, setting_.poisson.dimensions);
        }
        FoundBodyCells found = find_body_cells(setting_.poisson);
        note_cells(found, setting_.poisson);
        drawing_ = body_drawing(setting_.poisson.problem.grid, setting_.poisson.dimensions,
                                found.solid, found.all);
        cells_ = std::move(found.all);
        setting_.place = decide_poisson_place(setting_.the_case, setting_.poisson, options.world);
    }

    [[nodiscard]] std::string describe() const override
    {
        return fmt::format("{} on {} ({})", poisson::describe(setting_.poisson.problem),
                           setting_.place.where, setting_.place.reason);
    }

    [[nodiscard]] Estimate estimate() const override
    {
        Estimate estimate =
            estimate_of(setting_.the_case, setting_.poisson, setting_.place, setting_.ceiling);
        for (std::size_t number = 0; number < cells_.size(); ++number) {
            const BodySection& body = setting_.poisson.bodies[number];
            estimate.facts.emplace_back(
                "body " + body.name,
                text_of(cells_[number], setting_.poisson.dimensions,
                        setting_.poisson.problem.grid.location) +
                    (body.value ? fmt::format(", at {:.6g}", *body.value) : ", closed"));
            for (const std::string& warning : cells_[number].warnings) {
                spdlog::warn("{}", warning);
            }
        }
        estimate.drawing = drawing_;
        return estimate;
    }

    /// Plans the solve on the CPU wherever the case would run, because both back ends reject the
    /// same problems.
    void validate() const override
    {
        PoissonInput input = read_input(setting_.poisson);
        if (is_single()) {
            static_cast<void>(
                PoissonSolve<float>{setting_.poisson, std::move(input.source), input.faces});
        } else {
            static_cast<void>(
                PoissonSolve<double>{setting_.poisson, std::move(input.source), input.faces});
        }
    }

    [[nodiscard]] std::unique_ptr<Run> make_run(RunFolder* folder) override
    {
        if (is_single()) {
            return std::make_unique<PoissonRun<float>>(setting_, folder);
        }
        return std::make_unique<PoissonRun<double>>(setting_, folder);
    }

private:
    [[nodiscard]] bool is_single() const
    {
        return setting_.poisson.problem.precision == Precision::fp32;
    }

    PoissonSetting setting_;
    std::vector<BodyCells> cells_;
    std::string drawing_;  ///< of the bodies
};

}  // namespace

std::unique_ptr<Job> make_poisson_job(Case the_case, PoissonCase poisson, const JobOptions& options)
{
    return std::make_unique<PoissonJob>(std::move(the_case), std::move(poisson), options);
}

}  // namespace tobiuo
