// SPDX-License-Identifier: BSD-3-Clause
// Himeno's sweeps on one rank and on several.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "app/bench/himeno/implementation.hpp"
#include "app/bench/scaling/jobs.hpp"
#include "app/wording.hpp"
#include "runtime/ranks/messages.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/distributed_sweeps.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// gosa of the first sweeps, by which results on several ranks are compared with those on one.
using FirstGosa = std::array<double, 6>;

class SweepTrial : public RankTrial {
public:
    SweepTrial(std::unique_ptr<stencil::SweepPlan> plan, const stencil::ArraySource& source,
               int step)
        : plan_{std::move(plan)}, step_{step}
    {
        plan_->load(source);
        plan_->sweep_and_wait(first_gosa_);
    }

    void execute_and_wait(std::int64_t executions) override
    {
        gosa_.resize(static_cast<std::size_t>(executions));
        plan_->sweep_and_wait(gosa_);
    }
    void exchange_and_wait(std::int64_t /*executions*/) override {}
    [[nodiscard]] std::optional<double> error_and_wait() override { return std::nullopt; }
    [[nodiscard]] std::int64_t step() const override { return step_; }
    [[nodiscard]] Json keys() const override { return {{"plan", plan_->describe()}}; }

    [[nodiscard]] const FirstGosa& first_gosa() const { return first_gosa_; }

private:
    std::unique_ptr<stencil::SweepPlan> plan_;
    int step_;
    FirstGosa first_gosa_{};
    std::vector<double> gosa_;
};

class DistributedTrial final : public SweepTrial {
public:
    /// `expected`: of one rank, if it is known.
    DistributedTrial(std::unique_ptr<himeno::DistributedSweeps> plan,
                     const stencil::ArraySource& source, std::optional<FirstGosa> expected)
        : DistributedTrial{*plan, std::move(plan), source, expected}
    {
    }

    void exchange_and_wait(std::int64_t executions) override
    {
        sweeps_.exchange_alone_and_wait(executions / step());
    }
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() override
    {
        return sweeps_.take_exchange_use_and_wait();
    }
    [[nodiscard]] std::optional<double> error_and_wait() override
    {
        if (!expected_) {
            return std::nullopt;
        }
        double largest = 0;
        for (std::size_t n = 0; n < expected_->size(); ++n) {
            const double found = first_gosa().at(n);
            largest = std::max(largest, std::abs(found / expected_->at(n) - 1.0));
        }
        return largest;
    }

private:
    DistributedTrial(himeno::DistributedSweeps& sweeps, std::unique_ptr<stencil::SweepPlan> plan,
                     const stencil::ArraySource& source, std::optional<FirstGosa> expected)
        : SweepTrial{std::move(plan), source, sweeps.sweeps_per_pass()},
          sweeps_{sweeps},
          expected_{expected}
    {
    }

    himeno::DistributedSweeps& sweeps_;
    std::optional<FirstGosa> expected_;
};

class HimenoJob final : public ScalingJob {
public:
    explicit HimenoJob(const HimenoSpec& spec)
        : spec_{spec}, source_{himeno::official_source(spec_.preset.shape)}
    {
    }

    [[nodiscard]] std::string text(int /*size*/) const override
    {
        return "himeno " + std::string{spec_.preset.name} + " by " + std::string{spec_.kind->name} +
               ", " + std::string{word_of(spec_.precision)};
    }
    [[nodiscard]] Json keys(int /*size*/) const override
    {
        return {{"job", "himeno"},
                {"scaling", "strong"},
                {"shape", spec_.preset.name},
                {"precision", word_of(spec_.precision)},
                {"backend", word_of(spec_.kind->backend)},
                {"variant", spec_.kind->name}};
    }
    [[nodiscard]] std::optional<double> flops(int /*size*/) const override
    {
        return stencil::flops_per_sweep(spec_.preset.shape);
    }
    [[nodiscard]] double bytes_of_rank(int size) const override
    {
        if (size == 1) {
            return bytes_of(request(false));
        }
        return bytes_of(*himeno::slabs_of(request(true), *spec_.kind, 0, size).request);
    }
    [[nodiscard]] double tolerance(int /*size*/) const override
    {
        // Sums of squares in different orders: each is off by at most count * eps.
        return 2.0 * static_cast<double>(spec_.preset.shape.interior()) *
               std::numeric_limits<double>::epsilon();
    }

    [[nodiscard]] std::vector<std::string> methods() const override { return {"halos"}; }
    [[nodiscard]] scaling::Prediction predicted(const std::string& /*method*/, int size,
                                                double one_rank_seconds,
                                                const scaling::Link& link) const override
    {
        const stencil::Shape& shape = spec_.preset.shape;
        const auto planes = static_cast<double>(shape.ni);
        return scaling::predicted(
            scaling::SlabSweeps{.planes = shape.interior_planes().count(),
                                .plane_bytes = static_cast<double>(
                                    shape.plane() * bytes_per_value(spec_.precision)),
                                .plane_bytes_of_all_arrays = bytes_of(request(false)) / planes,
                                .sweeps_per_pass = spec_.kind->sweeps_per_pass,
                                .one_rank_seconds = one_rank_seconds},
            size, link);
    }

    std::unique_ptr<RankTrial> alone(const runtime::Machine& /*machine*/) override
    {
        auto trial = std::make_unique<SweepTrial>(spec_.kind->make(request(false)), *source_,
                                                  spec_.kind->sweeps_per_pass);
        gosa_of_one_ = trial->first_gosa();
        return trial;
    }

    std::unique_ptr<RankTrial> on_ranks(const Communicator& ranks,
                                        const runtime::Machine& /*machine*/) override
    {
        const bool known = ranks::from_first(ranks, gosa_of_one_.has_value());
        const FirstGosa gosa = ranks::from_first(ranks, gosa_of_one_.value_or(FirstGosa{}));
        return std::make_unique<DistributedTrial>(
            std::make_unique<himeno::DistributedSweeps>(request(true), *spec_.kind, ranks),
            *source_, known ? std::optional{gosa} : std::nullopt);
    }

private:
    [[nodiscard]] stencil::SweepRequest request(bool in_parts) const
    {
        return {.shape = spec_.preset.shape,
                .precision = spec_.precision,
                .omega = 0.8,
                .device = spec_.device,
                .in_parts = in_parts,
                .parameters = {}};
    }
    [[nodiscard]] double bytes_of(const stencil::SweepRequest& request) const
    {
        return static_cast<double>(himeno_bench::bytes_of(*spec_.kind, request));
    }

    HimenoSpec spec_;
    std::unique_ptr<stencil::ArraySource> source_;
    std::optional<FirstGosa> gosa_of_one_;
};

}  // namespace

std::unique_ptr<ScalingJob> make_himeno_job(const HimenoSpec& spec)
{
    return std::make_unique<HimenoJob>(spec);
}

}  // namespace tobiuo::scaling_bench
