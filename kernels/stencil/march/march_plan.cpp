// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/march/march_plan.hpp"

#include <algorithm>
#include <sstream>

#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/march/march.hpp"
#include "kernels/stencil/march/march_arguments.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/capacity.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::stencil {
namespace {

template <typename Real>
class MarchPlan final : public TypedPlan<MarchPlan<Real>, PassPlan> {
public:
    explicit MarchPlan(const SweepRequest& request)
        : shape_{request.shape},
          own_{request.own_planes()},
          precision_{request.precision},
          omega_{static_cast<Real>(request.omega)},
          device_{device::select(request.device)},
          block_{parse_block(parameter(request, "block", default_block))},
          what_{march_specialisation(precision_, block_,
                                     std::stoi(parameter(request, "occupancy", default_occupancy)),
                                     std::stoi(parameter(request, "unroll", default_unroll)))},
          kernel_{what_},
          stream_{device::make_stream()},
          planes_{planes_for(request)},
          arrays_{shape_},
          block_sums_{static_cast<std::size_t>(blocks_of(shape_, own_, block_, planes_))},
          gosa_{static_cast<std::size_t>(usual_sweeps_in_flight)},
          finished_{1}
    {
        device::clear(finished_, "reset the counter of finished blocks", stream_.get());
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        for (std::size_t m = 0; m < arrays_.coefficients.size(); ++m) {
            upload_and_wait(source, static_cast<Array>(m), shape_, arrays_.coefficients[m].data(),
                            stream_.get());
        }
        // The first launch loads the code; its result is overwritten by the initial p.
        device::clear(arrays_.p[0], "clear p", stream_.get());
        arrays_.current = 0;
        enqueue(own_, gosa_.data());
        upload_and_wait(source, Array::p, shape_, arrays_.p[0].data(), stream_.get());
        device::copy_on_device(arrays_.p[1], arrays_.p[0], stream_.get());
        device::synchronize(stream_.get());
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        sweep_in_batches_and_wait(gosa, gosa_, stream_.get(), [this](std::int64_t count) {
            for (std::int64_t sweep = 0; sweep < count; ++sweep) {
                enqueue(own_, gosa_.data() + sweep);
                swap();
            }
        });
    }

    void compute(PlaneRange planes, int /*sweeps*/) override
    {
        device::select(device_);
        enqueue(planes, sums_.take(gosa_.data(), 1));
    }

    [[nodiscard]] std::span<std::byte> next_planes(PlaneRange planes) override
    {
        return std::as_writable_bytes(
            arrays_.next().subspan(static_cast<std::size_t>(planes.first * shape_.plane()),
                                   static_cast<std::size_t>(planes.count() * shape_.plane())));
    }

    void end_pass() override
    {
        swap();
        sums_.end_pass();
    }

    void collect_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        sums_.collect_and_wait(gosa, gosa_, stream_.get());
    }

    [[nodiscard]] Stream stream() const override { return stream_.get(); }

    [[nodiscard]] std::string describe() const override
    {
        std::ostringstream text;
        text.precision(3);
        text << what_.identifier() << ", " << planes_ << " planes a block, " << block_sums_.size()
             << " blocks, "
             << static_cast<double>(arrays_moved * shape_.values()) * sizeof(Real) * 1e-9
             << " GB on device " << device_;
        return text.str();
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        device::select(device_);
        const std::int64_t plane = shape_.plane();
        const Real* from =
            arrays_.p.at(static_cast<std::size_t>(arrays_.current)).data() + first * plane;
        download_and_wait(out.first(static_cast<std::size_t>(count * plane)), from, stream_.get());
    }

private:
    [[nodiscard]] std::int64_t planes_for(const SweepRequest& request) const
    {
        const std::string choice = parameter(request, "planes", "auto");
        if (choice == "all") {
            return own_.count();
        }
        if (choice != "auto") {
            return std::min<std::int64_t>(std::stoll(choice), own_.count());
        }
        const unsigned blocks = device::resident_blocks(kernel_, block_.k * block_.j);
        return balanced_planes(shape_, own_, block_, std::max(1U, blocks));
    }

    void swap() { arrays_.current = 1 - arrays_.current; }

    /// Enqueues one sweep of `planes` whose sum goes to `gosa`.
    void enqueue(PlaneRange planes, double* gosa)
    {
        MarchArguments<Real> arguments{};
        for (std::size_t m = 0; m < arrays_.coefficients.size(); ++m) {
            arguments.coefficients[m] = arrays_.coefficients[m].data();
        }
        arguments.p = arrays_.p.at(static_cast<std::size_t>(arrays_.current)).data();
        arguments.p_new = arrays_.next().data();
        arguments.block_sums = block_sums_.data();
        arguments.gosa = gosa;
        arguments.finished = finished_.data();
        arguments.tiles = tiles_of(shape_, planes, block_, planes_);
        arguments.omega = omega_;
        kernel_.launch(dim3(static_cast<unsigned>(blocks_of(shape_, planes, block_, planes_))),
                       dim3(static_cast<unsigned>(block_.k), static_cast<unsigned>(block_.j)),
                       stream_.get(), arguments);
    }

    Shape shape_;
    PlaneRange own_;
    Precision precision_;
    Real omega_;
    int device_;
    BlockShape block_;
    device::Specialisation what_;
    device::Kernel kernel_;
    device::Stream stream_;
    std::int64_t planes_;  ///< of i that a block computes
    DeviceArrays<Real> arrays_;
    device::DeviceBuffer<double> block_sums_;
    device::DeviceBuffer<double> gosa_;
    device::DeviceBuffer<unsigned> finished_;
    PartSums sums_;
};

}  // namespace

std::unique_ptr<PassPlan> make_march_plan(const SweepRequest& request)
{
    return make_typed_plan<MarchPlan, PassPlan>(request);
}

}  // namespace tobiuo::stencil
