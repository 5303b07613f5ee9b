// Which passes over memory make up a transform, and between which arrays: data, so that a tuner can
// vary it and a test can run it on the host.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
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
    Chosen chosen = {};
};

struct MergedStep {
    MergedForm form;
    Array from = Array::input;
    Array middle = Array::output;
    Array to = Array::output;
    Chosen chosen = {};
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
    std::vector<Chosen> apart = {};  ///< pairs of passes that could be merged and are not

    /// Counters of the merged step with most planes, zero before the first launch.
    [[nodiscard]] std::int64_t counters() const;
};

/// The schedule for the choices; blocks are those of their table, else of the cost model. Axes
/// follow from the last to the first, for c2r from the first to the last; the two innermost are
/// merged. An axis too long for a pass takes several, see four_step.hpp, and real rows of even
/// length then a fold besides. A named algorithm instead: five_step.hpp.
/// Throws std::invalid_argument if the problem cannot be served, saying why.
[[nodiscard]] Schedule make_schedule(const Problem& problem, const DeviceLimits& limits,
                                     const Choices& choices = {});

/// How the blocks of all steps were chosen, and why pairs of passes stay apart, in this order.
[[nodiscard]] std::vector<Chosen> choices_in(const Schedule& schedule);

/// Trips of the data through memory: two merged passes count as one.
[[nodiscard]] int passes(const Schedule& schedule);

/// With the name of the algorithm in front, if it was named:
/// "512=16x16 16x16 rows + 512=32x16 16x16 columns merged, lag 5; 512=32x16 16x16 columns"
[[nodiscard]] std::string describe(const Schedule& schedule);

}  // namespace tobiuo::fft
