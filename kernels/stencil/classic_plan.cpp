#include "kernels/stencil/classic_plan.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/module.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/sum_rows.hpp"
#include "kernels/stencil/classic.hpp"
#include "kernels/stencil/classic_arguments.hpp"
#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/march.hpp"
#include "kernels/stencil/typed_plan.hpp"

namespace tobiuo::stencil {
namespace {

template <typename Real>
class ClassicPlan final : public TypedPlan<ClassicPlan<Real>> {
public:
    explicit ClassicPlan(const SweepRequest& request)
        : shape_{request.shape},
          omega_{static_cast<Real>(request.omega)},
          device_{device::select(request.device)},
          switches_{classic_switches(request)},
          pitch_{classic_pitch(shape_, request.precision)},
          layout_{classic_layout(shape_.ni, shape_.nj, pitch_, switches_.padding(),
                                 switches_.interleaved)},
          tiles_{tiles_of(shape_, tile(), switches_.depth)},
          blocks_{blocks_of(shape_, tile(), switches_.depth)},
          in_flight_{classic_sweeps_in_flight(blocks_)},
          what_{classic_specialisation(switches_.form)},
          kernel_{what_},
          sum_rows_{device::sum_rows_specialisation()},
          stream_{device::make_stream()},
          coefficients_{static_cast<std::size_t>(
              classic_values(shape_.ni, shape_.nj, pitch_, switches_.padding()))},
          p_{device::DeviceBuffer<Real>{p_values()}, device::DeviceBuffer<Real>{p_values()}},
          block_sums_{static_cast<std::size_t>(in_flight_ * blocks_)},
          gosa_{static_cast<std::size_t>(in_flight_)}
    {
        kernel_.allow_shared(shared_bytes());
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        clear(coefficients_, "clear the coefficients");
        clear(p_[0], "clear p");
        clear(p_[1], "clear p");
        for (int m = 0; m < coefficient_count; ++m) {
            upload(source, static_cast<Array>(m), coefficients_.data() + layout_.at(m, 0, 0, 0),
                   layout_.between_planes);
        }
        // The first launches load the code; what they compute from zero is overwritten.
        current_ = 0;
        enqueue(0);
        add_up(1);
        device::synchronize(stream_.get());
        current_ = 0;
        upload(source, Array::p, pressure(0), shape_.nj * pitch_);
        device::check(cudaMemcpyAsync(p_[1].data(), p_[0].data(), p_values() * sizeof(Real),
                                      cudaMemcpyDeviceToDevice, stream_.get()),
                      "copy p on the device");
        device::synchronize(stream_.get());
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        while (!gosa.empty()) {
            const auto count = std::min(in_flight_, static_cast<std::int64_t>(gosa.size()));
            for (std::int64_t sweep = 0; sweep < count; ++sweep) {
                enqueue(sweep);
            }
            add_up(count);
            const double* sums = gosa_.data();
            device::copy_to_host(gosa.first(static_cast<std::size_t>(count)), sums, stream_.get());
            device::synchronize(stream_.get());
            gosa = gosa.subspan(static_cast<std::size_t>(count));
        }
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        device::select(device_);
        std::vector<Real> plane(static_cast<std::size_t>(shape_.plane()));
        for (std::int64_t i = 0; i < count; ++i) {
            copy_plane(plane.data(), shape_.nk,
                       pressure(current_) + (first + i) * shape_.nj * pitch_, pitch_,
                       cudaMemcpyDeviceToHost);
            device::synchronize(stream_.get());
            std::ranges::transform(plane,
                                   out.subspan(static_cast<std::size_t>(i) * plane.size()).begin(),
                                   [](Real value) { return static_cast<Out>(value); });
        }
    }

    [[nodiscard]] std::string describe() const override
    {
        std::ostringstream text;
        text.precision(3);
        text << what_.identifier() << ", coefficients "
             << (switches_.interleaved ? "interleaved" : "separate") << ", padding "
             << switches_.padding_bytes << " B, " << switches_.depth << " planes a block, "
             << blocks_ << " blocks, "
             << static_cast<double>(coefficients_.size() + 2 * p_values()) * sizeof(Real) * 1e-9
             << " GB on device " << device_;
        return text.str();
    }

private:
    [[nodiscard]] BlockShape tile() const
    {
        return {.k = switches_.form.tile_k(), .j = switches_.form.block_j};
    }
    [[nodiscard]] std::size_t shared_bytes() const
    {
        return static_cast<std::size_t>(switches_.form.shared_bytes(switches_.depth));
    }
    /// A vector before the array and one after it: threads at its ends look that far.
    [[nodiscard]] std::size_t p_values() const
    {
        return static_cast<std::size_t>(shape_.ni * shape_.nj * pitch_ +
                                        std::int64_t{2} * switches_.form.vector());
    }
    [[nodiscard]] Real* pressure(int which) const
    {
        return p_.at(static_cast<std::size_t>(which)).data() + switches_.form.vector();
    }

    void clear(const device::DeviceBuffer<Real>& buffer, std::string_view doing)
    {
        device::check(
            cudaMemsetAsync(buffer.data(), 0, buffer.size() * sizeof(Real), stream_.get()), doing);
    }

    /// Enqueues a copy of nj rows of nk values whose rows are `to_pitch` and `from_pitch` apart.
    void copy_plane(Real* to, std::int64_t to_pitch, const Real* from, std::int64_t from_pitch,
                    cudaMemcpyKind direction) const
    {
        const auto bytes = [](std::int64_t values) {
            return static_cast<std::size_t>(values) * sizeof(Real);
        };
        device::check(
            cudaMemcpy2DAsync(to, bytes(to_pitch), from, bytes(from_pitch), bytes(shape_.nk),
                              static_cast<std::size_t>(shape_.nj), direction, stream_.get()),
            "copy a plane");
    }

    /// Fills planes of [nj][pitch] that are `between` values apart.
    void upload(const ArraySource& source, Array array, Real* target, std::int64_t between)
    {
        stream_planes_and_wait<Real>(
            source, array, shape_, stream_.get(),
            [&](std::int64_t first, std::span<const Real> planes) {
                const std::int64_t plane = shape_.plane();
                const auto count = static_cast<std::int64_t>(planes.size()) / plane;
                for (std::int64_t i = 0; i < count; ++i) {
                    copy_plane(target + (first + i) * between, pitch_, planes.data() + i * plane,
                               shape_.nk, cudaMemcpyHostToDevice);
                }
            });
    }

    /// Enqueues one sweep, whose block sums become that row of the table.
    void enqueue(std::int64_t row)
    {
        const ClassicArguments<Real> arguments{.coefficients = coefficients_.data(),
                                               .p = pressure(current_),
                                               .p_new = pressure(1 - current_),
                                               .block_sums = block_sums_.data() + row * blocks_,
                                               .layout = layout_,
                                               .tiles = tiles_,
                                               .omega = omega_};
        kernel_.launch(device::Launch{.grid = dim3(static_cast<unsigned>(blocks_)),
                                      .block = dim3(static_cast<unsigned>(switches_.form.block_k),
                                                    static_cast<unsigned>(switches_.form.block_j)),
                                      .stream = stream_.get(),
                                      .shared_bytes = shared_bytes()},
                       arguments);
        current_ = 1 - current_;
    }

    /// Enqueues gosa_[0 .. sweeps) from the first rows of the table.
    void add_up(std::int64_t sweeps)
    {
        device::sum_rows(sum_rows_, block_sums_.data(), sweeps, blocks_, gosa_.data(),
                         stream_.get());
    }

    Shape shape_;
    Real omega_;
    int device_;
    ClassicSwitches switches_;
    std::int64_t pitch_;
    ClassicLayout layout_;
    MarchTiles tiles_;
    std::int64_t blocks_;
    std::int64_t in_flight_;
    device::Specialisation what_;
    device::Kernel kernel_;
    device::Kernel sum_rows_;
    device::Stream stream_;
    device::DeviceBuffer<Real> coefficients_;
    std::array<device::DeviceBuffer<Real>, 2> p_;
    device::DeviceBuffer<double> block_sums_;
    device::DeviceBuffer<double> gosa_;
    int current_ = 0;
};

}  // namespace

std::unique_ptr<SweepPlan> make_classic_plan(const SweepRequest& request)
{
    return make_typed_plan<ClassicPlan>(request);
}

}  // namespace tobiuo::stencil
