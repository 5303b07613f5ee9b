// The engine of fft::OutOfCardPlan.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <tobiuo/fft/out_of_card_plan.hpp>

#include "kernels/fft/choose/tuned_table.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// What a machine without a device does instead.
inline constexpr std::string_view instead = "make a fft::Plan with Backend::cpu";

class OutOfCardEngine {
public:
    struct Needs {
        std::int64_t device_bytes{};
        std::int64_t host_work_bytes{};
        std::int64_t bytes_to_device{};
        std::int64_t bytes_from_device{};
    };

    OutOfCardEngine() = default;
    OutOfCardEngine(const OutOfCardEngine&) = delete;
    OutOfCardEngine& operator=(const OutOfCardEngine&) = delete;
    virtual ~OutOfCardEngine() = default;

    /// Implements OutOfCardPlan::execute_untyped_and_wait().
    virtual void execute_and_wait(void* in, void* out) const = 0;
    [[nodiscard]] virtual Needs needs() const = 0;
    /// The rounds and their passes, without the transform.
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// Makes the engine for the current device. `table` has tuned configurations; if it is null, those
/// known for the device are used. Throws std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const OutOfCardEngine> make_out_of_card_engine(
    const Problem& problem, const OutOfCardOptions& options, const TunedTable* table = nullptr);

/// Throws as make_out_of_card_engine() does, but compiles and allocates nothing.
void validate_out_of_card(const Problem& problem, const OutOfCardOptions& options);

}  // namespace tobiuo::fft
