// SPDX-License-Identifier: BSD-3-Clause
// The engine of fft::OutOfCardPlan.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <tobiuo/fft/out_of_card_plan.hpp>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// The rounds of a problem on the device that was current when they were made: compiled, with their
/// memory. One execution at a time.
class OutOfCardEngine {
public:
    struct Needs {
        std::int64_t device_bytes{};
        std::int64_t host_work_bytes{};
        std::int64_t bytes_to_device{};
        std::int64_t bytes_from_device{};
    };

    /// `table` has tuned configurations; if it is null, those known for the device are used. Throws
    /// std::invalid_argument or DeviceError, always in a build without a CUDA toolkit.
    OutOfCardEngine(const Problem& problem, const OutOfCardOptions& options,
                    const TunedTable* table = nullptr);

    /// Implements OutOfCardPlan::execute_untyped_and_wait().
    void execute_and_wait(void* in, void* out) const
    {
        validate_arrays(problem_, in, out);
        run_and_wait_(in, out);
    }

    [[nodiscard]] const Needs& needs() const { return needs_; }
    /// The rounds and their passes, without the transform.
    [[nodiscard]] const std::string& describe() const { return words_; }

private:
    Problem problem_;
    Needs needs_;
    std::string words_;
    std::function<void(void* in, void* out)> run_and_wait_;
};

/// Throws as OutOfCardEngine does, but compiles and allocates nothing.
void validate_out_of_card(const Problem& problem, const OutOfCardOptions& options);

/// Throws DeviceError if this machine has no CUDA device that computes.
void require_device_for_rounds();

}  // namespace tobiuo::fft
