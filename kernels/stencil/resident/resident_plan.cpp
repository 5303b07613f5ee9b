// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/resident/resident_plan.hpp"

#include <array>
#include <sstream>
#include <stdexcept>

#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/resident/resident_arguments.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/device/block/sum_rows.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::stencil {
namespace {

template <typename Real>
class ResidentPlan final : public TypedPlan<ResidentPlan<Real>> {
public:
    ResidentPlan(const SweepRequest& request, const ResidentForm& form)
        : shape_{request.shape},
          form_{form},
          omega_{static_cast<Real>(request.omega)},
          device_{device::select(request.device)},
          what_{resident_specialisation(request.precision, shape_.nk, form)},
          shared_bytes_{
              static_cast<std::size_t>(shared_bytes_of(form, shape_.nk, request.precision))},
          kernel_{what_, shared_bytes_},
          sum_rows_{device::sum_rows_specialisation()},
          stream_{device::make_stream()},
          p_{static_cast<std::size_t>(shape_.values())},
          mail_{static_cast<std::size_t>(mail_bytes_of(form, shape_.nk, request.precision))},
          block_sums_{static_cast<std::size_t>(resident_sweeps_a_launch * form.blocks.count())},
          gosa_{static_cast<std::size_t>(resident_sweeps_a_launch)}
    {
        for (auto& coefficient : coefficients_) {
            coefficient = device::DeviceBuffer<Real>{p_.size()};
        }
        device::Kernel::wait_for_begun();
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        for (std::size_t m = 0; m < coefficients_.size(); ++m) {
            upload_and_wait(source, static_cast<Array>(m), shape_, coefficients_[m].data(),
                            stream_.get());
        }
        upload_and_wait(source, Array::p, shape_, p_.data(), stream_.get());
        device::clear(mail_, "clear the packets between blocks", stream_.get());
        next_tag_ = 1;  // 0 is the tag of cleared packets
        enqueue(0);     // loads the code; no sweep is done, so p does not change
        device::synchronize(stream_.get());
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        sweep_in_batches_and_wait(gosa, gosa_, stream_.get(), [this](std::int64_t count) {
            enqueue(static_cast<int>(count));
            device::sum_rows(sum_rows_, block_sums_.data(), count, form_.blocks.count(),
                             gosa_.data(), stream_.get());
        });
    }

    [[nodiscard]] std::string describe() const override
    {
        const ResidentBlocks& blocks = form_.blocks;
        std::ostringstream text;
        text.precision(3);
        text << what_.identifier() << ", " << blocks.along_i << " x " << blocks.along_j
             << " blocks of up to " << blocks.most_i() << " x " << blocks.most_j() << " rows, "
             << static_cast<double>(shared_bytes_) * 1e-3 << " kB of shared memory each, "
             << static_cast<double>(13 * p_.size() * sizeof(Real) + mail_.size()) * 1e-9
             << " GB on device " << device_;
        return text.str();
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        device::select(device_);
        const std::int64_t plane = shape_.plane();
        const Real* from = p_.data() + first * plane;
        download_and_wait(out.first(static_cast<std::size_t>(count * plane)), from, stream_.get());
    }

private:
    /// Enqueues `sweeps` sweeps of p, whose sums go to block_sums_.
    void enqueue(int sweeps)
    {
        const auto blocks = static_cast<unsigned>(form_.blocks.count());
        ResidentArguments<Real> arguments{};
        for (std::size_t m = 0; m < coefficients_.size(); ++m) {
            arguments.coefficients[m] = coefficients_[m].data();
        }
        arguments.p = p_.data();
        arguments.mail = mail_.data();
        arguments.block_sums = block_sums_.data();
        arguments.first_tag = next_tag_;
        arguments.sweeps = sweeps;
        arguments.omega = omega_;
        arguments.blocks = form_.blocks;
        kernel_.launch(device::Launch{.grid = dim3{blocks},
                                      .block = dim3{static_cast<unsigned>(form_.threads)},
                                      .stream = stream_.get(),
                                      .shared_bytes = shared_bytes_,
                                      .cooperative = true},
                       arguments);
        next_tag_ += static_cast<unsigned>(sweeps);
    }

    Shape shape_;
    ResidentForm form_;
    Real omega_;
    int device_;
    device::Specialisation what_;
    std::size_t shared_bytes_;
    device::Kernel kernel_;
    device::Kernel sum_rows_;
    device::Stream stream_;
    std::array<device::DeviceBuffer<Real>, coefficient_count> coefficients_;
    device::DeviceBuffer<Real> p_;
    device::DeviceBuffer<unsigned char> mail_;
    device::DeviceBuffer<double> block_sums_;
    device::DeviceBuffer<double> gosa_;
    unsigned next_tag_ = 1;  ///< may wrap: a place only holds one of the last two tags
};

}  // namespace

std::unique_ptr<SweepPlan> make_resident_plan(const SweepRequest& request, const ResidentForm& form)
{
    return make_typed_plan<ResidentPlan>(request, form);
}

std::unique_ptr<SweepPlan> make_resident_plan(const SweepRequest& request)
{
    const auto form = resident_form(request.shape, request.precision, room_of(request.device),
                                    parameter(request, "tile", "auto"));
    if (!form) {
        throw std::invalid_argument{
            resident_kind().unsupported_reason(request).value_or("does not fit")};
    }
    return make_resident_plan(request, *form);
}

}  // namespace tobiuo::stencil
