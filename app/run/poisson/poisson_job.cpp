#include "app/run/poisson/poisson_job.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/report/poisson_report.hpp"
#include "app/printable.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/fft_wisdom.hpp"
#include "app/run/poisson/exact_check.hpp"

#include "app/run/poisson/poisson_backend.hpp"
#include "app/run/poisson/poisson_ceiling.hpp"
#include "app/run/poisson/poisson_estimate.hpp"
#include "app/run/poisson/poisson_fields.hpp"
#include "app/run/poisson/poisson_input.hpp"
#include "app/run/poisson/poisson_order.hpp"
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

using Clock = std::chrono::steady_clock;

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

class PoissonJob final : public Job {
public:
    PoissonJob(Case the_case, PoissonCase poisson, const JobOptions& options)
        : case_{std::move(the_case)},
          poisson_{std::move(poisson)},
          ranks_{options.world},
          decision_{ranks_.are_several()
                        ? decide_poisson_backend_on_ranks(case_, poisson_, *options.world)
                        : decide_poisson_backend(case_, poisson_)},
          ceiling_{options.ceiling}
    {
    }

    [[nodiscard]] std::string describe() const override
    {
        return fmt::format("{} on {} ({})", poisson::describe(poisson_.problem), decision_.where,
                           decision_.reason);
    }

    [[nodiscard]] Estimate estimate() const override
    {
        return estimate_of(case_, poisson_, decision_, ceiling_);
    }

    /// Plans the solve on the CPU wherever the case would run, because both back ends reject the
    /// same problems.
    void validate() const override
    {
        PoissonInput input = read_input(poisson_);
        if (poisson_.problem.precision == Precision::fp32) {
            static_cast<void>(PoissonSolve<float>{poisson_, std::move(input.source), input.faces});
        } else {
            static_cast<void>(PoissonSolve<double>{poisson_, std::move(input.source), input.faces});
        }
    }

    [[nodiscard]] ExitCode run(RunFolder* folder, Verbosity verbosity) override
    {
        return poisson_.problem.precision == Precision::fp32 ? run_in<float>(folder, verbosity)
                                                             : run_in<double>(folder, verbosity);
    }

private:
    template <typename Real>
    ExitCode run_in(RunFolder* folder, Verbosity verbosity)
    {
        PoissonReport report = begin_report();
        if (report.caveat) {
            spdlog::warn("{}", *report.caveat);
        }
        if (report.contradiction) {
            spdlog::warn("{}", *report.contradiction);
        }
        const auto setup = Clock::now();
        find_ceiling(report);
        log_known_table(decision_.place.backend, decision_.place.device);
        PoissonInput input = read_input(poisson_, ranks_);
        CaseField source = input.source;
        if (!uses(case_, "f")) {
            input.source = {};
        }
        PoissonSolve<Real> solve{poisson_, std::move(source), input.faces, decision_.place};
        report.plan = solve.solver().describe();
        report.memory_passes = solve.solver().memory_passes();
        report.device_bytes = solve.solver().device_bytes();
        report.link = solve.solver().link();
        report.setup_seconds = std::chrono::duration<double>(Clock::now() - setup).count();
        find_conditioning(report);
        log_ready(report, solve.solver().choices());

        promise_on_signal("stopping after the solve in hand; its solution is written");
        static_cast<void>(solve.solver().take_exchange_use_and_wait());
        time_solves(solve, verbosity, report);
        put_uses(report.ranks, ranks_.world(),
                 {.seconds = std::accumulate(report.seconds.begin(), report.seconds.end(), 0.0),
                  .exchange = solve.solver().take_exchange_use_and_wait()});
        const bool interrupted = std::ssize(report.seconds) < poisson_.repeat;
        promise_on_signal("the solution is being checked and written; the run ends after that");
        solve.fetch_and_wait();
        report.residual = solve.check();
        report.balance = solve.balance();
        solve.add_boundary_share();
        if (!uses(case_, "residual")) {
            solve.forget_residual();
        }
        const double offset = compare(solve, input, report);
        conclude(report, interrupted);
        print(summary_text(report));
        const PoissonFields fields = fields_of(case_, poisson_.problem, solve, input, offset);
        write_poisson_results(folder, ranks_.world(), {report, fields, own_planes()});
        return static_cast<ExitCode>(report.exit_code);
    }

    [[nodiscard]] PoissonReport begin_report() const
    {
        return {.the_case = case_,
                .poisson = poisson_,
                .where = decision_.where,
                .reason = decision_.reason,
                .started = utc_now(),
                .backend = decision_.place.backend,
                .caveat = spectral_caveat(poisson_),
                .contradiction = exact_contradiction(poisson_),
                .ranks = ranks_report(ranks_.world(), decision_.where)};
    }

    /// The planes of the grid that this rank gives.
    [[nodiscard]] ranks::Slice own_planes() const
    {
        return grid_planes(poisson_.problem, ranks_.own(poisson_.problem));
    }

    /// Finds the conditioning for a lambda that the solver has accepted.
    void find_conditioning(PoissonReport& report) const
    {
        report.conditioning = poisson::conditioning_of(poisson_.problem);
        if (report.conditioning && report.conditioning->nearly_singular) {
            spdlog::warn("{}", conditioning_text(poisson_.problem, *report.conditioning));
        }
    }

    void find_ceiling(PoissonReport& report) const
    {
        if (decision_.place.device_limit > 0 || ranks_.are_several()) {
            return;  // the link is the limit, and the engine measures it; or that of several ranks
        }
        const CeilingSource source = poisson_ceiling_source(decision_.place);
        const CeilingPlan plan = plan_ceiling(ceiling_, source, problem_bytes(poisson_, decision_));
        report.mix = source.mix;
        if (const auto ceiling = ceiling_of_run(plan, source)) {
            report.ceiling = ceiling->figure.measured;
            report.ceiling_date = ceiling->figure.date;
            report.ceiling_kept = ceiling->kept;
        }
    }

    void log_ready(const PoissonReport& report, const std::vector<fft::PassChoice>& choices) const
    {
        const double bytes = bytes_per_point(poisson_.problem.precision, report.memory_passes) *
                             static_cast<double>(poisson::points(poisson_.problem));
        spdlog::debug("plan: {}", report.plan);
        warn_of_unused(choices);
        if (report.link) {
            log_link(*report.link);
        }
        const std::string measured = measured_text(choices);
        spdlog::info("ready after {:.2f} s: {} over memory, {} a solve{}", report.setup_seconds,
                     passes_text(report.memory_passes), bytes_text(bytes),
                     measured.empty() ? "" : "; " + measured);
    }

    /// Solves at least once, so that there is a solution to write even after the user asked to
    /// stop.
    template <typename Real>
    void time_solves(PoissonSolve<Real>& solve, Verbosity verbosity, PoissonReport& report) const
    {
        ProgressDisplay display{verbosity};
        const auto start = Clock::now();
        solve.watch([&](double part) {
            if (display.is_due(false)) {
                const auto done = static_cast<std::int64_t>(report.seconds.size());
                const auto repeat = static_cast<double>(poisson_.repeat);
                display.show(part_of(static_cast<double>(done) + part, repeat),
                             solving_text(done, part, poisson_.repeat, seconds_since(start)));
            }
            return true;
        });
        do {
            report.seconds.push_back(solve.time_and_wait());
            const std::int64_t done = std::ssize(report.seconds);
            spdlog::debug("solve {} of {}: {:.6f} s", done, poisson_.repeat, report.seconds.back());
            if (display.is_due(done == poisson_.repeat)) {
                display.show(
                    part_of(static_cast<double>(done), static_cast<double>(poisson_.repeat)),
                    solves_text(done, poisson_.repeat, seconds_since(start)));
            }
        } while (std::ssize(report.seconds) < poisson_.repeat && !ranks_.any(stop_requested()));
        solve.watch({});
    }

    /// Fills in the error and the order if there is an exact solution. Returns the offset that is
    /// subtracted from the difference of both.
    template <typename Real>
    double compare(const PoissonSolve<Real>& solve, const PoissonInput& input,
                   PoissonReport& report) const
    {
        double offset = 0.0;
        if (input.exact) {
            report.error =
                error_of(poisson_.problem, solve.solution(), input.exact->planes(), offset, ranks_);
            report.order = ranks_.any(stop_requested())
                               ? no_order(poisson_, fmt::format("{} came", stop_signal_name()))
                               : observed_order(poisson_, *report.error, ranks_);
            if (!report.order->doubt.empty()) {
                spdlog::warn("{}", report.order->doubt);
            }
        }
        return offset;
    }

    /// Writes the results. `interrupted`: a signal came before the last solve.
    void conclude(PoissonReport& report, bool interrupted) const
    {
        if (!std::isfinite(report.residual.norms.l2)) {
            report.status = PoissonStatus::diverged;
            report.exit_code = static_cast<int>(ExitCode::diverged);
            spdlog::error(
                "the solution is not finite: the right-hand side or the boundary values are too "
                "large for the precision; {}",
                poisson_.problem.precision == Precision::fp32
                    ? "scale them or use method.precision double"
                    : "divide all of them by one number, as the solution then is");
            return;
        }
        if (report.balance) {
            log_balance(poisson_.problem, *report.balance);
        }
        log_residual(poisson_.problem, report.residual);
        if (interrupted) {
            report.status = PoissonStatus::interrupted;
            report.exit_code = static_cast<int>(ExitCode::interrupted);
            spdlog::warn("stopped by {} after {} solves; writing what is there", stop_signal_name(),
                         report.seconds.size());
        } else if (stop_requested()) {
            spdlog::info("{} came, but all solves are done: the results are complete",
                         stop_signal_name());
        }
    }

    Case case_;
    PoissonCase poisson_;
    PoissonRanks ranks_;
    PoissonDecision decision_;
    CeilingUse ceiling_;
};

}  // namespace

std::unique_ptr<Job> make_poisson_job(Case the_case, PoissonCase poisson, const JobOptions& options)
{
    return std::make_unique<PoissonJob>(std::move(the_case), std::move(poisson), options);
}

}  // namespace tobiuo
