// SPDX-License-Identifier: BSD-3-Clause
// Transforms of complex numbers on one rank and on several.
#include <tobiuo/fft/distributed_plan.hpp>
#include <tobiuo/fft/plan.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "app/bench/scaling/jobs.hpp"
#include "app/bench/scaling/known_answers.hpp"
#include "app/wording.hpp"
#include "kernels/fft/ranks/exchanging_passes.hpp"
#include "kernels/fft/ranks/rank_layout.hpp"
#include "kernels/fft/ranks/transposition.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::scaling_bench {
namespace {

/// The factors of a field with those indices of x and y that a part has.
template <typename Value>
SeparableField<Value> cut(SeparableField<Value> field, const fft::RankPart& part)
{
    const auto keep = [](std::vector<Value>& factor, const fft::IndexRange& range) {
        const auto first = factor.begin() + range.first;
        factor = {first, first + range.count};
    };
    keep(field.x, part.x);
    keep(field.y, part.y);
    return field;
}

/// PlanOf: fft::Plan or fft::DistributedPlan.
template <typename T, typename PlanOf>
class FftTrial final : public RankTrial {
public:
    FftTrial(std::vector<std::int64_t> lengths, const fft::RankParts& parts,
             std::optional<int> tuned_chunks, const runtime::Machine& machine,
             std::unique_ptr<const PlanOf> plan)
        : lengths_{std::move(lengths)},
          samples_{parts.input},
          spectrum_{parts.output},
          tuned_chunks_{tuned_chunks},
          machine_{machine},
          array_{machine.zeros_and_wait(std::max(bytes_of(samples_), bytes_of(spectrum_)))},
          plan_{std::move(plan)}
    {
    }

    void prepare(std::int64_t executions) override
    {
        if (executions_left_ < executions) {
            write_planes_and_wait(cut(random_samples<T>(lengths_), samples_), own(samples_),
                                  machine_);
            executions_left_ = executions_in_range<T>();
        }
        executions_left_ -= executions;
    }

    void execute_and_wait(std::int64_t executions) override
    {
        for (std::int64_t n = 0; n < executions; ++n) {
            plan_->execute_untyped(array_.data(), array_.data(), stream_.get());
        }
        machine_.wait(stream_.get());
    }

    void exchange_and_wait(std::int64_t executions) override
    {
        if constexpr (std::is_same_v<PlanOf, fft::DistributedPlan>) {
            for (std::int64_t n = 0; n < executions; ++n) {
                plan_->exchange_alone(array_.data(), array_.data(), stream_.get());
            }
            machine_.wait(stream_.get());
        }
    }

    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() override
    {
        if constexpr (std::is_same_v<PlanOf, fft::DistributedPlan>) {
            return plan_->take_exchange_use_and_wait();
        }
        return {};
    }

    std::optional<double> error_and_wait() override
    {
        const auto column = column_samples<T>(lengths_);
        return std::max(relative_error_and_wait(single_mode<T>(lengths_),
                                                spectrum_of_mode<T>(lengths_), points_of(lengths_)),
                        // whose modes are random sums of as many numbers as there are planes
                        relative_error_and_wait(column, spectrum_of(column),
                                                std::sqrt(static_cast<double>(lengths_[0]))));
    }

    [[nodiscard]] std::int64_t most_executions() const override
    {
        return std::min<std::int64_t>(executions_in_range<T>(), 32);
    }

    [[nodiscard]] Json keys() const override
    {
        Json keys{{"workspace_bytes", plan_->workspace_bytes()}, {"plan", plan_->describe()}};
        if (tuned_chunks_) {
            keys["tuned_chunks"] = *tuned_chunks_;
        }
        return keys;
    }

private:
    using Field = SeparableField<std::complex<T>>;

    /// The largest difference of the transform of the samples and the spectrum, whose values are as
    /// large as `largest`.
    double relative_error_and_wait(const Field& samples, const Field& spectrum, double largest)
    {
        write_planes_and_wait(cut(samples, samples_), own(samples_), machine_);
        execute_and_wait(1);
        return difference_and_wait(cut(spectrum, spectrum_), own(spectrum_), machine_) / largest;
    }

    [[nodiscard]] static std::size_t bytes_of(const fft::RankPart& part)
    {
        return static_cast<std::size_t>(part.z.count * part.y.count * part.x.count) *
               sizeof(std::complex<T>);
    }
    [[nodiscard]] OwnPlanes own(const fft::RankPart& part) const
    {
        return {.first = part.z.first, .count = part.z.count, .data = array_.as<std::byte>()};
    }

    std::vector<std::int64_t> lengths_;
    fft::RankPart samples_;
    fft::RankPart spectrum_;
    std::optional<int> tuned_chunks_;
    const runtime::Machine& machine_;
    runtime::OwnStream stream_ = machine_.make_stream();
    runtime::Array array_;
    std::unique_ptr<const PlanOf> plan_;
    std::int64_t executions_left_ = 0;  ///< before values leave the range of numbers
};

class FftJob final : public ScalingJob {
public:
    explicit FftJob(FftSpec spec) : spec_{std::move(spec)} {}

    [[nodiscard]] std::string text(int /*size*/) const override
    {
        return "fft c2c " + bench::size_text(spec_.lengths) + ", " + variant() + ", " +
               std::string{word_of(spec_.precision)};
    }
    [[nodiscard]] Json keys(int /*size*/) const override
    {
        return {{"job", "fft"},
                {"scaling", "strong"},
                {"shape", bench::size_text(spec_.lengths)},
                {"precision", word_of(spec_.precision)},
                {"backend", word_of(spec_.backend)},
                {"variant", variant()}};
    }
    [[nodiscard]] std::optional<double> flops(int /*size*/) const override
    {
        return fft::flops(*transform());
    }
    [[nodiscard]] double bytes_of_rank(int size) const override
    {
        constexpr double room = 1.05;
        if (is_pencils()) {
            return room * predicted("pencils", size, 0.0, {.bytes_per_second = 1.0}).memory_bytes;
        }
        const auto planes = static_cast<double>(ranks::slices_of(spec_.lengths[0], size)[0].count);
        const double share = planes * static_cast<double>(spec_.lengths[1] * spec_.lengths[2]) *
                             2.0 * static_cast<double>(bytes_per_value(spec_.precision));
        return room * share * (size > 1 ? 3.0 : 1.0);  // planes, columns, and blocks of one chunk
    }
    [[nodiscard]] double tolerance(int /*size*/) const override
    {
        constexpr double factor = 8.0;  // as for all transforms: docs/fft-bench.md
        const double eps = spec_.precision == Precision::fp32
                               ? std::numeric_limits<float>::epsilon()
                               : std::numeric_limits<double>::epsilon();
        return factor * eps * std::sqrt(std::log2(points_of(spec_.lengths)));
    }
    [[nodiscard]] std::optional<fft::Problem> transform() const override
    {
        return fft::Problem{.lengths = spec_.lengths,
                            .kind = fft::Kind::c2c,
                            .direction = fft::Direction::forward,
                            .precision = spec_.precision,
                            .placement = fft::Placement::in_place,
                            .batch = 1};
    }

    [[nodiscard]] std::vector<std::string> methods() const override
    {
        return {is_pencils() ? "pencils" : "all-to-all"};
    }
    [[nodiscard]] scaling::Prediction predicted(const std::string& /*method*/, int size,
                                                double one_rank_seconds,
                                                const scaling::Link& link) const override
    {
        const std::int64_t value_bytes = 2 * bytes_per_value(spec_.precision);
        const auto points = static_cast<std::int64_t>(points_of(spec_.lengths));
        if (is_pencils()) {
            const auto [along_z, along_y] = fft::balanced_grid(*transform(), size);
            const auto chunks = [&](int group) {
                return fft::default_chunks(points * value_bytes / (size / group), spec_.backend,
                                           group);
            };
            return scaling::predicted(
                scaling::Pencils{.z = spec_.lengths[0],
                                 .y = spec_.lengths[1],
                                 .x = spec_.lengths[2],
                                 .value_bytes = static_cast<double>(value_bytes),
                                 .along_z = along_z,
                                 .along_y = along_y,
                                 .there_and_back = spec_.spectrum == fft::SpectrumLayout::same,
                                 .chunks_in_columns = chunks(along_z),
                                 .chunks_in_rows = chunks(along_y),
                                 .one_rank_seconds = one_rank_seconds},
                link);
        }
        return scaling::predicted(
            scaling::AllToAll{.planes = spec_.lengths[0],
                              .plane_values = points / spec_.lengths[0],
                              .value_bytes = static_cast<double>(value_bytes),
                              .there_and_back = spec_.spectrum == fft::SpectrumLayout::same,
                              .chunks = spec_.chunks > 0 ? spec_.chunks
                                                         : fft::default_chunks(points * value_bytes,
                                                                               spec_.backend, size),
                              .in_passes = spec_.chunks == 0 &&
                                           spec_.spectrum == fft::SpectrumLayout::transposed &&
                                           fft::may_exchange_in_passes(*transform(), size),
                              .one_rank_seconds = one_rank_seconds},
            size, link);
    }

    std::unique_ptr<RankTrial> alone(const runtime::Machine& machine) override
    {
        auto plan =
            std::make_unique<const fft::Plan>(asked(), fft::PlanOptions{.backend = spec_.backend});
        return trial({.input = all(), .output = all()}, {}, machine, std::move(plan));
    }

    std::unique_ptr<RankTrial> on_ranks(const Communicator& ranks,
                                        const runtime::Machine& machine) override
    {
        fft::DistributedPlanOptions options{.backend = spec_.backend,
                                            .spectrum = spec_.spectrum,
                                            .division = spec_.division,
                                            .chunks = spec_.chunks};
        std::optional<int> tuned;
        if (spec_.tune) {
            options = fft::tuned_options(asked(), ranks, options);
            tuned = options.chunks;
        }
        auto plan = std::make_unique<const fft::DistributedPlan>(asked(), ranks, options);
        const fft::RankParts parts{.input = plan->input_part(), .output = plan->output_part()};
        return trial(parts, tuned, machine, std::move(plan));
    }

private:
    [[nodiscard]] bool is_pencils() const { return spec_.division == fft::RankDivision::pencils; }
    /// The layout of the spectrum, and the chunks that were asked for.
    [[nodiscard]] std::string variant() const
    {
        const bool transposed = spec_.spectrum == fft::SpectrumLayout::transposed;
        std::string text = transposed ? "transposed" : "slabs";
        if (is_pencils()) {
            text = transposed ? "pencils transposed" : "pencils";
        }
        return spec_.chunks > 0 ? text + ", chunks " + std::to_string(spec_.chunks) : text;
    }
    [[nodiscard]] fft::Transform asked() const
    {
        return {.extents = {.x = spec_.lengths[2], .y = spec_.lengths[1], .z = spec_.lengths[0]},
                .precision = spec_.precision};
    }
    [[nodiscard]] fft::RankPart all() const
    {
        return {.z = {.first = 0, .count = spec_.lengths[0]},
                .y = {.first = 0, .count = spec_.lengths[1]},
                .x = {.first = 0, .count = spec_.lengths[2]}};
    }

    template <typename PlanOf>
    std::unique_ptr<RankTrial> trial(const fft::RankParts& parts, std::optional<int> tuned_chunks,
                                     const runtime::Machine& machine,
                                     std::unique_ptr<const PlanOf> plan) const
    {
        if (spec_.precision == Precision::fp32) {
            return std::make_unique<FftTrial<float, PlanOf>>(spec_.lengths, parts, tuned_chunks,
                                                             machine, std::move(plan));
        }
        return std::make_unique<FftTrial<double, PlanOf>>(spec_.lengths, parts, tuned_chunks,
                                                          machine, std::move(plan));
    }

    FftSpec spec_;
};

}  // namespace

std::unique_ptr<ScalingJob> make_fft_job(FftSpec spec)
{
    return std::make_unique<FftJob>(std::move(spec));
}

}  // namespace tobiuo::scaling_bench
