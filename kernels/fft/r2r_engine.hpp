// The engine of fft::R2rPlan on each back end.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <tobiuo/fft/r2r_plan.hpp>

#include "kernels/fft/schedule/r2r_schedule.hpp"

namespace tobiuo::fft {

class R2rEngine {
public:
    R2rEngine() = default;
    R2rEngine(const R2rEngine&) = delete;
    R2rEngine& operator=(const R2rEngine&) = delete;
    virtual ~R2rEngine() = default;

    /// Transforms arrays that fit the problem.
    virtual void execute(const void* in, void* out, Stream stream) const = 0;

    /// The passes or the library, without the transform.
    [[nodiscard]] virtual std::string describe() const = 0;
};

/// Makes an engine that calls FFTW on `threads` threads, 0 for as many as the size is worth.
[[nodiscard]] std::unique_ptr<const R2rEngine> make_host_r2r_engine(const R2rProblem& problem,
                                                                    int threads);

/// Makes an engine for the current device. Throws std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const R2rEngine> make_device_r2r_engine(const R2rProblem& problem);

/// Makes an engine for the chosen OpenCL device; its arrays are in host memory and are copied.
/// Throws std::invalid_argument or DeviceError.
[[nodiscard]] std::unique_ptr<const R2rEngine> make_opencl_r2r_engine(const R2rProblem& problem);

/// Each throws std::invalid_argument if the current device, or the chosen OpenCL device, has no
/// plan of the problem, or DeviceError.
void validate_r2r_on_device(const R2rProblem& problem);
void validate_r2r_by_opencl(const R2rProblem& problem);

}  // namespace tobiuo::fft
