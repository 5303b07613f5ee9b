// SPDX-License-Identifier: BSD-3-Clause
// A stage of the flow on a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string>

#include "kernels/flow/device/stage_launch.hpp"
#include "kernels/flow/eddy_items.hpp"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "kernels/flow/stage_arguments.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/module.hpp"

namespace tobiuo::flow {

/// The kernels of a box on the device that is current when they are made.
template <typename T>
class DeviceStages {
public:
    /// Throws DeviceError.
    explicit DeviceStages(const StageProblem& problem);

    /// Enqueue what advance_on_host(), advance_scalar_on_host(), find_divergence_on_host() and
    /// project_on_host() do; all arrays are in device memory, aligned to 16
    /// bytes. A stage that uses no old rates observes the velocity before it.
    void advance(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                 double time_step, cudaStream_t stream);
    void advance_scalar(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                        double time_step, cudaStream_t stream) const;
    /// Enqueues what FindViscosity does in all cells. The viscosity of the problem varies.
    void find_viscosity(const FindViscosity<T>& find, cudaStream_t stream) const;
    void find_divergence(const Box<T>& box, const T* const (&velocity)[3], T* out,
                         cudaStream_t stream) const;
    void project(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                 T* const (&out)[3], cudaStream_t stream) const;
    /// Enqueue what solve_implicit_on_host() and raise_pressure_on_host() do. The problem has an
    /// implicit axis.
    void solve_implicit(const ImplicitStage<T>& stage, cudaStream_t stream) const;
    void raise_pressure(const PressureRise<T>& rise, cudaStream_t stream) const;
    /// The measures of the last stage that observed, which that writes to memory of the host.
    [[nodiscard]] const Measures& measures() const { return measures_.span().front(); }

    [[nodiscard]] std::size_t memory_bytes() const;
    /// "tiles of 512 x 4, 128 planes a block".
    [[nodiscard]] std::string describe() const;

private:
    [[nodiscard]] device::Kernel stage(int number) const;
    [[nodiscard]] dim3 blocks() const;
    [[nodiscard]] dim3 blocks_of_pieces() const;
    [[nodiscard]] std::size_t viscosity_bytes() const;

    StageProblem problem_;
    StageLaunch launch_;
    device::Kernel stages_[stages_of_step];
    device::Kernel divergence_;
    device::Kernel project_;
    std::optional<device::Kernel> scalar_[2];  ///< of central and bounded advection, where it is
    std::optional<device::Kernel> viscosity_;
    int line_parts_ = 0;                      ///< see parts_of_line()
    std::optional<device::Kernel> implicit_;  ///< with the next one where there is such an axis
    std::optional<device::Kernel> fall_;      ///< of slabs; implicit_ is their rise
    std::optional<device::Kernel> raise_pressure_;
    device::DeviceBuffer<Measures> parts_;
    device::PinnedBuffer<Measures> measures_;
    device::DeviceBuffer<unsigned> finished_;
};

extern template class DeviceStages<float>;
extern template class DeviceStages<double>;

}  // namespace tobiuo::flow
