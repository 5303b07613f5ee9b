// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/classic/classic_plan.hpp"

#include <array>
#include <sstream>

#include "kernels/stencil/classic/classic.hpp"
#include "kernels/stencil/classic/classic_arguments.hpp"
#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/march/march.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/device/block/sum_rows.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

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
          tiles_{tiles_of(shape_, shape_.interior_planes(), tile(), switches_.depth)},
          blocks_{blocks_of(shape_, shape_.interior_planes(), tile(), switches_.depth)},
          in_flight_{classic_sweeps_in_flight(blocks_)},
          what_{classic_specialisation(switches_.form)},
          kernel_{what_, shared_bytes()},
          sum_rows_{device::sum_rows_specialisation()},
          stream_{device::make_stream()},
          coefficients_{static_cast<std::size_t>(
              classic_values(shape_.ni, shape_.nj, pitch_, switches_.padding()))},
          p_{device::DeviceBuffer<Real>{p_values()}, device::DeviceBuffer<Real>{p_values()}},
          block_sums_{static_cast<std::size_t>(in_flight_ * blocks_)},
          gosa_{static_cast<std::size_t>(in_flight_)}
    {
        device::Kernel::wait_for_begun();
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        device::clear(coefficients_, "clear the coefficients", stream_.get());
        device::clear(p_[0], "clear p", stream_.get());
        device::clear(p_[1], "clear p", stream_.get());
        for (int m = 0; m < coefficient_count; ++m) {
            upload(source, static_cast<Array>(m), coefficients_.data() + layout_.at(m, 0, 0, 0),
                   layout_.between_planes);
        }
        // The first launches load the code; their results, made from zeros, are overwritten.
        current_ = 0;
        enqueue(0);
        add_up(1);
        device::synchronize(stream_.get());
        current_ = 0;
        upload(source, Array::p, pressure(0), shape_.nj * pitch_);
        device::copy_on_device(p_[1], p_[0], stream_.get());
        device::synchronize(stream_.get());
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        sweep_in_batches_and_wait(gosa, gosa_, stream_.get(), [this](std::int64_t count) {
            for (std::int64_t sweep = 0; sweep < count; ++sweep) {
                enqueue(sweep);
            }
            add_up(count);
        });
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        device::select(device_);
        const device::PitchedRows<const Real> rows{
            .first = pressure(current_) + first * shape_.nj * pitch_,
            .columns = shape_.nk,
            .pitch = pitch_};
        download_and_wait(out.first(static_cast<std::size_t>(count * shape_.plane())), rows,
                          stream_.get());
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
    /// Values of p with a vector before the array and one after it, which threads at its ends read.
    [[nodiscard]] std::size_t p_values() const
    {
        return static_cast<std::size_t>(shape_.ni * shape_.nj * pitch_ +
                                        std::int64_t{2} * switches_.form.vector());
    }
    [[nodiscard]] Real* pressure(int which) const
    {
        return p_.at(static_cast<std::size_t>(which)).data() + switches_.form.vector();
    }

    /// Fills planes of [nj][pitch] that are `between` values apart.
    void upload(const ArraySource& source, Array array, Real* target, std::int64_t between)
    {
        stream_planes_and_wait<Real>(
            source, array, shape_, stream_.get(),
            [&](std::int64_t first, std::span<const Real> planes) {
                const auto plane = static_cast<std::size_t>(shape_.plane());
                Real* to = target + first * between;
                for (; !planes.empty(); planes = planes.subspan(plane), to += between) {
                    device::copy_to_device({.first = to, .columns = shape_.nk, .pitch = pitch_},
                                           planes.first(plane), stream_.get());
                }
            });
    }

    /// Enqueues one sweep, whose block sums become row number `row` of the table.
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

    /// Enqueues the sums of the first `sweeps` rows of the table into gosa_.
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
