#include "kernels/stencil/march_plan.hpp"

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/module.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/march.hpp"
#include "kernels/stencil/march_arguments.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/typed_plan.hpp"

namespace tobiuo::stencil {
namespace {

/// Sweeps enqueued before the host waits and fetches their sums.
constexpr std::size_t sweeps_in_flight = 4096;

template <typename Real>
class MarchPlan final : public TypedPlan<MarchPlan<Real>> {
public:
    explicit MarchPlan(const SweepRequest& request)
        : shape_{request.shape},
          precision_{request.precision},
          omega_{static_cast<Real>(request.omega)},
          device_{device::select(request.device)},
          block_{parse_block(parameter(request, "block", default_block))},
          what_{march_specialisation(precision_, block_,
                                     std::stoi(parameter(request, "occupancy", default_occupancy)),
                                     std::stoi(parameter(request, "unroll", default_unroll)))},
          kernel_{what_},
          stream_{device::make_stream()},
          tiles_{tiles_of(shape_, block_, planes_for(request))},
          arrays_{shape_},
          block_sums_{static_cast<std::size_t>(blocks_of(shape_, block_, tiles_.planes))},
          gosa_{sweeps_in_flight},
          finished_{1}
    {
        device::check(cudaMemsetAsync(finished_.data(), 0, sizeof(unsigned), stream_.get()),
                      "reset the counter of finished blocks");
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        for (std::size_t m = 0; m < arrays_.coefficients.size(); ++m) {
            upload_and_wait(source, static_cast<Array>(m), shape_, arrays_.coefficients[m].data(),
                            stream_.get());
        }
        // The first launch loads the code; its result is overwritten by the initial p.
        const std::size_t bytes = arrays_.p[0].size() * sizeof(Real);
        device::check(cudaMemsetAsync(arrays_.p[0].data(), 0, bytes, stream_.get()), "clear p");
        arrays_.current = 0;
        enqueue(gosa_.data());
        upload_and_wait(source, Array::p, shape_, arrays_.p[0].data(), stream_.get());
        device::check(cudaMemcpyAsync(arrays_.p[1].data(), arrays_.p[0].data(), bytes,
                                      cudaMemcpyDeviceToDevice, stream_.get()),
                      "copy p on the device");
        device::synchronize(stream_.get());
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        while (!gosa.empty()) {
            const std::size_t count = std::min(gosa.size(), sweeps_in_flight);
            for (std::size_t sweep = 0; sweep < count; ++sweep) {
                enqueue(gosa_.data() + sweep);
            }
            const double* sums = gosa_.data();
            device::copy_to_host(gosa.first(count), sums, stream_.get());
            device::synchronize(stream_.get());
            gosa = gosa.subspan(count);
        }
    }

    [[nodiscard]] std::string describe() const override
    {
        std::ostringstream text;
        text.precision(3);
        text << what_.identifier() << ", " << tiles_.planes << " planes a block, "
             << block_sums_.size() << " blocks, "
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
        read_converted<Real>(out.first(static_cast<std::size_t>(count * plane)),
                             [&](std::span<Real> part, std::size_t at) {
                                 device::copy_to_host(part, from + at, stream_.get());
                                 device::synchronize(stream_.get());
                             });
    }

private:
    [[nodiscard]] std::int64_t planes_for(const SweepRequest& request) const
    {
        const std::string wish = parameter(request, "planes", "auto");
        if (wish == "all") {
            return shape_.ni - 2;
        }
        if (wish != "auto") {
            return std::min<std::int64_t>(std::stoll(wish), shape_.ni - 2);
        }
        int multiprocessors = 0;
        device::check(
            cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device_),
            "count the multiprocessors");
        const int blocks = kernel_.blocks_per_multiprocessor(block_.k * block_.j);
        return balanced_planes(shape_, block_, std::max(1, multiprocessors * blocks));
    }

    /// Enqueues one sweep whose sum goes to `gosa`, and makes its result the current p.
    void enqueue(double* gosa)
    {
        MarchArguments<Real> arguments{};
        for (std::size_t m = 0; m < arrays_.coefficients.size(); ++m) {
            arguments.coefficients[m] = arrays_.coefficients[m].data();
        }
        const int next = 1 - arrays_.current;
        arguments.p = arrays_.p.at(static_cast<std::size_t>(arrays_.current)).data();
        arguments.p_new = arrays_.p.at(static_cast<std::size_t>(next)).data();
        arguments.block_sums = block_sums_.data();
        arguments.gosa = gosa;
        arguments.finished = finished_.data();
        arguments.tiles = tiles_;
        arguments.omega = omega_;
        kernel_.launch(dim3(static_cast<unsigned>(block_sums_.size())),
                       dim3(static_cast<unsigned>(block_.k), static_cast<unsigned>(block_.j)),
                       stream_.get(), arguments);
        arrays_.current = next;
    }

    Shape shape_;
    Precision precision_;
    Real omega_;
    int device_;
    BlockShape block_;
    device::Specialisation what_;
    device::Kernel kernel_;
    device::Stream stream_;
    MarchTiles tiles_;
    DeviceArrays<Real> arrays_;
    device::DeviceBuffer<double> block_sums_;
    device::DeviceBuffer<double> gosa_;
    device::DeviceBuffer<unsigned> finished_;
};

}  // namespace

std::unique_ptr<SweepPlan> make_march_plan(const SweepRequest& request)
{
    return make_typed_plan<MarchPlan>(request);
}

}  // namespace tobiuo::stencil
