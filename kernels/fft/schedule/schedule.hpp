// SPDX-License-Identifier: BSD-3-Clause
// The passes that make up a transform, and the arrays between them, as data that a tuner can vary
// and a test can run on the host.
#pragma once

#include <cstddef>
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

/// The arrays that steps read and write. In place, input and output are the same array.
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

/// A fold works in place, in one array.
struct FoldStep {
    FoldForm form;
    Array at = Array::output;
};

using Step = std::variant<PassStep, MergedStep, FoldStep>;

struct Schedule {
    std::vector<Step> steps;
    std::int64_t work_values = 0;  ///< number of complex values in the work array
    /// The name of the algorithm, which describe() says first; empty for the planner's own.
    std::string algorithm = {};
    std::vector<Chosen> apart = {};  ///< pairs of passes that could be merged and are not

    /// The number of counters of the merged step with the most planes; they are zero before the
    /// first launch.
    [[nodiscard]] std::int64_t counters() const;
};

/// The schedule of a problem. Configurations are those of the choices' table, else of the cost
/// model. Axes follow from the last to the first, for c2r from the first to the last; the passes of
/// the two innermost axes may be merged. An axis too long for a pass takes several, see
/// four_step.hpp, and real rows of even length then a fold. Throws std::invalid_argument, saying
/// why, if the problem cannot be served.
[[nodiscard]] Schedule make_schedule(const Problem& problem, const DeviceLimits& limits,
                                     const Choices& choices = {});

/// The passes that transform the slowest axis of a c2c problem and leave the others as they are.
/// Throws as make_schedule() does.
[[nodiscard]] Schedule make_slowest_axis_schedule(const Problem& problem,
                                                  const DeviceLimits& limits,
                                                  const Choices& choices = {});

/// The passes of a c2c problem in the other order, from the first axis to the last one, of which the
/// last step writes to an array of its own beside the input and the output. Out of place the output
/// is what the passes before leave there, or any values; in place the input is the output. Throws
/// as make_schedule() does.
[[nodiscard]] Schedule make_rows_last_schedule(const Problem& problem, const DeviceLimits& limits,
                                               const Choices& choices = {});

/// How the configurations of all steps were chosen, and then why pairs of passes are not merged.
[[nodiscard]] std::vector<Chosen> choices_in(const Schedule& schedule);

/// The number of passes over the data in memory; two merged passes count as one.
[[nodiscard]] int passes(const Schedule& schedule);

/// The passes in words, after the name of the algorithm if the schedule has one: "512=16x16 16x16
/// contiguous + 512=32x16 16x16 strided merged, pipeline distance 5; 512=32x16 16x16 strided".
[[nodiscard]] std::string describe(const Schedule& schedule);

/// The number of passes, and these in words: "2 passes: 512=...".
[[nodiscard]] std::string describe_passes(const Schedule& schedule);
/// The passes of a plan and its work array: "2 passes: 512=..., no work array".
[[nodiscard]] std::string describe_passes(const Schedule& schedule, std::size_t work_bytes);

}  // namespace tobiuo::fft
