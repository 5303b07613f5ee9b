// A stage of the flow on a GPU.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>
#include <string>

#include "kernels/device/buffer.hpp"
#include "kernels/device/compile/module.hpp"
#include "kernels/device/compile/specialisation.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/flow/divergence_arguments.hpp"
#include "kernels/flow/face_items.hpp"
#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "kernels/flow/stage_arguments.hpp"
#include "kernels/flow/stage_form.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::flow {

/// The tile of the blocks of a stage, and the planes that each marches through.
struct StageLaunch {
    int width{};
    int rows{};
    int planes{};
};

/// The counts and faces that the kernels of a box are compiled for.
struct StageProblem {
    long long counts[3] = {1, 1, 1};
    bool periodic[3] = {true, true, true};
    int stretched = 3;         ///< the stretched axis; 3 if there is none
    bool has_outflow = false;  ///< as StageForm has them
    bool has_profiles = false;
    bool buoyant[3] = {};
    int implicit_axis = 3;  ///< as Box has it
    Precision precision = Precision::fp64;
};

/// The launch with which a device of so many multiprocessors is expected to take the least time.
[[nodiscard]] StageLaunch choose_launch(const StageProblem& problem, int multiprocessors);

[[nodiscard]] StageForm form_of(const StageProblem& problem, const StageLaunch& launch,
                                const Stage& stage, bool observes);
[[nodiscard]] device::Specialisation specialise_stage(const StageForm& form, Precision precision);

enum class FlowKernel { divergence, project, scalar, outflow, hold, scale };
/// `columns`: cells along x.
[[nodiscard]] device::Specialisation specialise(FlowKernel kernel, Precision precision,
                                                long long columns);

enum class ImplicitKernel { solve, raise_pressure };
/// `axis`: along which diffusion is implicit.
[[nodiscard]] device::Specialisation specialise(ImplicitKernel kernel, Precision precision,
                                                int axis);

/// The divergence as the function of a plan's first pass, which gets DivergenceArguments in device
/// memory.
[[nodiscard]] fft::PlaceFunction divergence_function(const StageProblem& problem);

/// The kernels of a box on the device that is current when they are made.
template <typename T>
class DeviceStages {
public:
    /// Throws DeviceError.
    explicit DeviceStages(const StageProblem& problem);

    /// Enqueue what advance_on_host(), advance_scalar_on_host(), find_divergence_on_host(),
    /// project_on_host() and the items of faces do; all arrays are in device memory, aligned to 16
    /// bytes. A stage that uses no old rates observes the velocity before it.
    void advance(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                 double time_step, cudaStream_t stream);
    void advance_scalar(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                        double time_step, cudaStream_t stream) const;
    void find_divergence(const Box<T>& box, const T* const (&velocity)[3], T* out,
                         cudaStream_t stream) const;
    void project(const Box<T>& box, const T* const (&velocity)[3], const T* impulse,
                 T* const (&out)[3], cudaStream_t stream) const;
    void run(const Outflow<T>& outflow, OutflowTask task, cudaStream_t stream) const;
    void hold(const HeldFace<T>& face, cudaStream_t stream) const;
    /// Enqueue what solve_implicit_on_host() and raise_pressure_on_host() do. The problem has an
    /// implicit axis.
    void solve_implicit(const ImplicitStage<T>& stage, cudaStream_t stream) const;
    void raise_pressure(const PressureRise<T>& rise, cudaStream_t stream) const;
    /// to = factor from.
    void scale(T* to, const T* from, T factor, long long count, cudaStream_t stream) const;

    /// The measures of the last stage that observed, which that writes to memory of the host.
    [[nodiscard]] const Measures& measures() const { return measures_.span().front(); }

    [[nodiscard]] std::size_t memory_bytes() const;
    /// "tiles of 512 x 4, 128 planes a block".
    [[nodiscard]] std::string describe() const;

private:
    [[nodiscard]] dim3 blocks() const;
    [[nodiscard]] dim3 blocks_of_pieces() const;

    StageProblem problem_;
    StageLaunch launch_;
    device::Kernel stages_[stages_of_step];
    device::Kernel divergence_;
    device::Kernel project_;
    device::Kernel scalar_;
    device::Kernel outflow_;
    device::Kernel hold_;
    device::Kernel scale_;
    std::optional<device::Kernel> implicit_;  ///< with the next one where there is such an axis
    std::optional<device::Kernel> raise_pressure_;
    device::DeviceBuffer<Measures> parts_;
    device::PinnedBuffer<Measures> measures_;
    device::DeviceBuffer<unsigned> finished_;
};

extern template class DeviceStages<float>;
extern template class DeviceStages<double>;

}  // namespace tobiuo::flow
