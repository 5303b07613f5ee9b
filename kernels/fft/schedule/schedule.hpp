// Which passes over memory make up a transform, and between which arrays: data, so that a tuner can
// vary it and a test can run it on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/pass/merged_form.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/real/fold_form.hpp"

namespace tobiuo::fft {

/// The arrays that steps read and write. In place, input and output are the same.
enum class Array { input, output, work };

struct PassStep {
    PassForm form;
    Array from = Array::input;
    Array to = Array::output;
};

struct MergedStep {
    MergedForm form;
    Array from = Array::input;
    Array middle = Array::output;
    Array to = Array::output;
};

/// In place, in one array.
struct FoldStep {
    FoldForm form;
    Array at = Array::output;
};

using Step = std::variant<PassStep, MergedStep, FoldStep>;

struct Schedule {
    std::vector<Step> steps;
    std::int64_t work_values = 0;  ///< complex values of the work array
    Algorithm algorithm = Algorithm::automatic;

    /// Counters of the merged step with most planes, zero before the first launch.
    [[nodiscard]] std::int64_t counters() const;
};

/// The schedule for the choices, heuristic where they are silent. Axes follow from the last to the
/// first, for c2r from the first to the last; the two innermost are merged. An axis too long for a
/// pass takes several, see four_step.hpp, and real rows of even length then a fold besides.
/// A named algorithm instead: five_step.hpp.
/// Throws std::invalid_argument if the problem cannot be served, saying why, or if a choice does
/// not fit it.
[[nodiscard]] Schedule make_schedule(const Problem& problem, const DeviceLimits& limits,
                                     const Choices& choices = {});

/// Asks of no kernel that a multiprocessor holds more of its blocks than its share of them, so that
/// threads of short launches may have more registers: r2c of 100^3, single, 0.0122 ms instead of
/// 0.0149, of 64^3, double, 0.0084 instead of 0.0105. Blocks that the choices name stay as they
/// are.
void bound_residents(Schedule& schedule, const DeviceLimits& limits, const Choices& choices = {});

/// work(form, number) for each pass that is not merged, where merged ones count as two, as in
/// Choices::blocks.
template <typename Work>
void for_each_single_pass(Schedule& schedule, const Work& work)
{
    std::size_t number = 0;
    for (Step& step : schedule.steps) {
        if (auto* one = std::get_if<PassStep>(&step)) {
            work(one->form, number);
        }
        number += std::holds_alternative<MergedStep>(step) ? 2 : 1;
    }
}

/// Trips of the data through memory: two merged passes count as one.
[[nodiscard]] int passes(const Schedule& schedule);

/// With the name of the algorithm in front, if it was named:
/// "512=16x16 16x16 rows + 512=32x16 16x16 columns merged, lag 5; 512=32x16 16x16 columns"
[[nodiscard]] std::string describe(const Schedule& schedule);

}  // namespace tobiuo::fft
