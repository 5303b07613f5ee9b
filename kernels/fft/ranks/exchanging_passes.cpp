#include "kernels/fft/ranks/exchanging_passes.hpp"

#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/schedule/schedule.hpp"

namespace tobiuo::fft {
namespace {

/// The passes on one side of the exchange.
class ExchangingSide {
public:
    ExchangingSide(Schedule schedule, Precision precision, const PassExchange& exchange)
        : schedule_{std::move(schedule)}
    {
        if (precision == Precision::fp32) {
            passes_.emplace<CompiledPasses<float>>(schedule_, exchange);
        } else {
            passes_.emplace<CompiledPasses<double>>(schedule_, exchange);
        }
    }

    void enqueue(const StepArrays& arrays, cudaStream_t stream) const
    {
        if (const auto* single = std::get_if<CompiledPasses<float>>(&passes_)) {
            single->enqueue(arrays, stream);
        } else {
            std::get<CompiledPasses<double>>(passes_).enqueue(arrays, stream);
        }
    }

    [[nodiscard]] std::string describe() const { return fft::describe(schedule_); }

private:
    Schedule schedule_;
    std::variant<std::monostate, CompiledPasses<float>, CompiledPasses<double>> passes_;
};

class DeviceExchangingPasses final : public ExchangingPasses {
public:
    DeviceExchangingPasses(const Problem& problem, const RankArray& array, Schedule planes,
                           Schedule columns)
        : inverse_{array.to_planes},
          planes_{std::move(planes),
                  problem.precision,
                  {.array = array, .loads = inverse_, .is_planes = true}},
          columns_{std::move(columns),
                   problem.precision,
                   {.array = array, .loads = !inverse_, .is_planes = false}}
    {
    }

    void execute_first(void* in, void* out, const RankAddresses& ranks,
                       Stream stream) const override
    {
        (inverse_ ? columns_ : planes_).enqueue({.in = in, .out = out, .ranks = ranks}, stream);
    }
    void execute_last(void* out, const RankAddresses& ranks, Stream stream) const override
    {
        (inverse_ ? planes_ : columns_).enqueue({.in = out, .out = out, .ranks = ranks}, stream);
    }

    [[nodiscard]] std::string describe_planes() const override { return planes_.describe(); }
    [[nodiscard]] std::string describe_columns() const override { return columns_.describe(); }

private:
    bool inverse_;
    ExchangingSide planes_;
    ExchangingSide columns_;
};

/// Whether each axis takes a single pass, so that nothing but the exchange lies between arrays.
bool is_short(const Schedule& schedule, std::size_t axes)
{
    std::size_t passes = 0;
    for (const Step& step : schedule.steps) {
        passes += std::holds_alternative<MergedStep>(step) ? 2 : 1;
    }
    return schedule.work_values == 0 && passes <= axes;
}

}  // namespace

std::unique_ptr<const ExchangingPasses> make_exchanging_passes(const Problem& problem,
                                                               const RankArray& array)
{
    Problem planes = problem;
    planes.lengths.erase(planes.lengths.begin());
    planes.batch = array.planes_of_rank();
    planes.placement = Placement::out_of_place;
    Problem columns = problem;
    columns.lengths = {array.planes, array.rows_of_rank() * array.row};
    columns.placement = Placement::out_of_place;
    const DeviceLimits limits = limits_of_current_device();
    const Choices choices = with_known_table({});
    try {
        Schedule of_planes = array.to_planes ? make_schedule(planes, limits, choices)
                                             : make_rows_last_schedule(planes, limits, choices);
        Schedule of_columns = make_slowest_axis_schedule(columns, limits, choices);
        if (!is_short(of_planes, planes.lengths.size()) || !is_short(of_columns, 1)) {
            return nullptr;
        }
        return std::make_unique<const DeviceExchangingPasses>(problem, array, std::move(of_planes),
                                                              std::move(of_columns));
    } catch (const std::invalid_argument&) {  // an axis that no pass serves: the usual way tells
        return nullptr;
    }
}

}  // namespace tobiuo::fft
