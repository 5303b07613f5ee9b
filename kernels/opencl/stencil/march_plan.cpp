// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/stencil/march_plan.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/opencl/stencil/march_program.hpp"
#include "kernels/stencil/convert.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/staging.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"

namespace tobiuo::opencl {
namespace {

using stencil::Shape;
using stencil::SweepRequest;

/// Sweeps that are enqueued before the host waits and fetches their sums.
constexpr std::int64_t sweeps_in_flight = 1024;

/// Bytes of a sum on the device: a double, or a pair of floats.
constexpr std::int64_t sum_bytes = 8;

stencil::BlockShape block_of(const SweepRequest& request)
{
    return stencil::parse_block(stencil::parameter(request, "block", default_block));
}

std::int64_t planes_of(const SweepRequest& request, const DeviceInfo& device)
{
    const std::int64_t interior = request.own_planes().count();
    const std::string choice = stencil::parameter(request, "planes", "auto");
    if (choice == "all") {
        return interior;
    }
    if (choice != "auto") {
        return std::min<std::int64_t>(std::stoll(choice), interior);
    }
    constexpr std::int64_t resident_groups = 4;  // that a compute unit of a GPU holds, of 256 items
    return stencil::balanced_planes(request.shape, request.own_planes(), block_of(request),
                                    std::max(1, device.compute_units) * resident_groups);
}

template <typename Real>
class MarchPlan final : public stencil::TypedPlan<MarchPlan<Real>> {
public:
    explicit MarchPlan(const SweepRequest& request)
        : shape_{request.shape},
          own_{request.own_planes()},
          omega_{static_cast<Real>(request.omega)},
          block_{block_of(request)},
          program_{march_program({.precision = request.precision,
                                  .block = block_,
                                  .unroll = stencil::parse_positive(
                                      stencil::parameter(request, "unroll", default_unroll)),
                                  .sums_in_fp64 = context().device().has_fp64})},
          sweep_{program_, "himeno_march"},
          add_groups_{program_, "himeno_add_groups"},
          planes_{planes_of(request, context().device())},
          group_sums_{sum_bytes * groups()},
          gosa_{sum_bytes * sweeps_in_flight}
    {
        const std::int64_t bytes = shape_.values() * static_cast<std::int64_t>(sizeof(Real));
        for (Buffer* buffer : arrays()) {
            *buffer = Buffer{bytes};
        }
    }

    void load(const stencil::ArraySource& source) override
    {
        for (std::size_t m = 0; m < coefficients_.size(); ++m) {
            upload_and_wait(source, static_cast<stencil::Array>(m), coefficients_[m]);
        }
        // The first launch loads the code; its result is overwritten by the initial p.
        current_ = 0;
        clear(p_[0], queue());
        enqueue(0);
        upload_and_wait(source, stencil::Array::p, p_[0]);
        copy(p_[1].get(), 0, p_[0].get(), 0, p_[0].bytes(), queue());
        finish(queue());
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        while (!gosa.empty()) {
            const auto count = std::min<std::size_t>(gosa.size(), sweeps_in_flight);
            for (std::size_t sweep = 0; sweep < count; ++sweep) {
                enqueue(static_cast<std::int64_t>(sweep));
                current_ = 1 - current_;
            }
            fetch_sums_and_wait(gosa.first(count));
            gosa = gosa.subspan(count);
        }
    }

    [[nodiscard]] std::string describe() const override
    {
        std::ostringstream text;
        text.precision(3);
        text << program_.name << ", " << planes_ << " planes a group, " << groups() << " groups, "
             << static_cast<double>(stencil::arrays_moved * p_[0].bytes()) * 1e-9 << " GB on "
             << context().device().name;
        return text.str();
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        const std::int64_t from = first * shape_.plane();
        stencil::read_converted<Real>(out.first(static_cast<std::size_t>(count * shape_.plane())),
                                      [&](std::span<Real> part, std::size_t at) {
                                          read_and_wait(part, p_.at(current_), queue(),
                                                        from + static_cast<std::int64_t>(at));
                                      });
    }

private:
    [[nodiscard]] static cl_command_queue queue() { return context().queue(); }

    [[nodiscard]] std::vector<Buffer*> arrays()
    {
        std::vector<Buffer*> all{&p_[0], &p_[1]};
        for (Buffer& coefficient : coefficients_) {
            all.push_back(&coefficient);
        }
        return all;
    }

    /// Work-groups along k, j and i.
    [[nodiscard]] std::array<std::size_t, 3> grid() const
    {
        using stencil::ceil_div;
        return {static_cast<std::size_t>(ceil_div(shape_.nk - 1, block_.k)),
                static_cast<std::size_t>(ceil_div(shape_.nj - 2, block_.j)),
                static_cast<std::size_t>(ceil_div(own_.count(), planes_))};
    }
    [[nodiscard]] std::int64_t groups() const
    {
        return stencil::blocks_of(shape_, own_, block_, planes_);
    }

    void upload_and_wait(const stencil::ArraySource& source, stencil::Array array,
                         const Buffer& target) const
    {
        const std::int64_t plane = shape_.plane();
        const std::int64_t chunk = stencil::planes_of_a_piece(shape_);
        std::vector<Real> staging(static_cast<std::size_t>(chunk * plane));
        for (std::int64_t first = 0; first < shape_.ni; first += chunk) {
            const std::int64_t count = std::min(chunk, shape_.ni - first);
            const auto part = std::span{staging}.first(static_cast<std::size_t>(count * plane));
            stencil::fill_planes(source, array, first, plane, part);
            write_and_wait<Real>(target, part, queue(), first * plane);
        }
    }

    /// Enqueues one sweep whose sum goes to place `at` of gosa_.
    void enqueue(std::int64_t at) const
    {
        const auto launch = [&](const auto&... coefficients) {
            const Launch how{.groups = grid(),
                             .items = {static_cast<std::size_t>(block_.k),
                                       static_cast<std::size_t>(block_.j), 1},
                             .queue = queue()};
            sweep_.launch(how, coefficients..., p_.at(current_), p_.at(1 - current_), group_sums_,
                          own_.first, own_.end, planes_, shape_.nj, shape_.nk, omega_);
        };
        std::apply(launch, coefficients_);
        add_groups_.launch({.items = {sum_items, 1, 1}, .queue = queue()}, group_sums_, groups(),
                           gosa_, at);
    }

    void fetch_sums_and_wait(std::span<double> gosa) const
    {
        if (context().device().has_fp64) {
            read_and_wait(gosa, gosa_, queue());
            return;
        }
        std::vector<std::array<float, 2>> pairs(gosa.size());
        read_and_wait(std::span{pairs}, gosa_, queue());
        std::ranges::transform(pairs, gosa.begin(), [](const std::array<float, 2>& pair) {
            return static_cast<double>(pair[0]) + static_cast<double>(pair[1]);
        });
    }

    Shape shape_;
    stencil::PlaneRange own_;
    Real omega_;
    stencil::BlockShape block_;
    Program program_;
    Kernel sweep_;
    Kernel add_groups_;
    std::int64_t planes_;  ///< of i that a group computes
    std::array<Buffer, stencil::coefficient_count> coefficients_;
    std::array<Buffer, 2> p_;
    std::size_t current_ = 0;  ///< which p is the newest
    Buffer group_sums_;
    Buffer gosa_;
};

}  // namespace

std::unique_ptr<stencil::SweepPlan> make_march_plan(const SweepRequest& request)
{
    return stencil::make_typed_plan<MarchPlan>(request);
}

}  // namespace tobiuo::opencl
