// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/stencil/slab/slab_plan.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/slab/slab.hpp"
#include "kernels/stencil/slab/slab_arguments.hpp"
#include "kernels/stencil/typed_plan.hpp"
#include "runtime/device/block/sum_rows.hpp"
#include "runtime/device/block/tensor_map_of.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/capacity.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::stencil {
namespace {

/// One compiled form, and how it tiles the grid.
struct Form {
    SlabGeometry geometry;
    device::Specialisation what;
    device::Kernel kernel;
    std::int64_t planes;  ///< of i in a tile
    SlabTiles tiles;      ///< of all own planes
    int blocks;

    Form(const SlabGeometry& shape_of_kernel, const SweepRequest& request, int device,
         std::int64_t planes_of_a_tile)
        : geometry{shape_of_kernel},
          what{slab_specialisation(geometry)},
          kernel{what, static_cast<std::size_t>(geometry.shared_bytes())},
          planes{planes_of_a_tile},
          tiles{slab_tiles(request.shape, request.own_planes(), geometry, planes)},
          blocks{std::min(tiles.count(), device::multiprocessors_of(device))}
    {
    }
};

std::int64_t planes_for(const SweepRequest& request, const SlabGeometry& geometry, int device)
{
    const PlaneRange own = request.own_planes();
    const std::string choice = parameter(request, "planes", "auto");
    if (choice == "all") {
        return own.count();
    }
    return choice == "auto" ? balanced_slab_planes(request.shape, own, geometry,
                                                   device::multiprocessors_of(device))
                            : std::min<std::int64_t>(std::stoll(choice), own.count());
}

class SlabPlan final : public TypedPlan<SlabPlan, PassPlan> {
public:
    SlabPlan(const SweepRequest& request, int sweeps)
        : shape_{request.shape},
          omega_{static_cast<float>(request.omega)},
          device_{device::select(request.device)},
          persistent_{parameter(request, "launch", "persistent") == "persistent"},
          pitch_{slab_p_pitch(shape_)},
          main_{slab_geometry(request, sweeps), request, device_,
                planes_for(request, slab_geometry(request, sweeps), device_)},
          pack_{slab_pack_specialisation()},
          sum_rows_{device::sum_rows_specialisation()},
          stream_{device::make_stream()},
          slabs_{static_cast<std::size_t>(slab_words(shape_, main_.geometry))},
          p_{device::DeviceBuffer<float>{p_values()}, device::DeviceBuffer<float>{p_values()}},
          gosa_{static_cast<std::size_t>(usual_sweeps_in_flight)},
          arrived_{1}
    {
        if (sweeps > 1) {
            rest_.emplace(slab_geometry_of_rest(main_.geometry), request, device_, main_.planes);
        }
        const auto blocks = static_cast<std::size_t>(std::max(main_.blocks, rest().blocks));
        block_sums_ = device::DeviceBuffer<double>{gosa_.size() * blocks};
        device::Kernel::wait_for_begun();
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        device::clear(slabs_, "clear the slabs", stream_.get());
        clear_pressure();
        load_coefficients(source);
        // The first launches load the code; their results, made from zeros, are overwritten.
        enqueue(main_, main_.tiles, 1, gosa_.data());
        if (rest_) {
            enqueue(*rest_, rest_->tiles, 1, gosa_.data());
        }
        device::synchronize(stream_.get());
        clear_pressure();
        load_pressure(source);
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        sweep_in_batches_and_wait(gosa, gosa_, stream_.get(), [this](std::int64_t count) {
            const std::int64_t per_pass = main_.geometry.sweeps;
            const std::int64_t passes = count / per_pass;
            enqueue_passes(main_, passes, gosa_.data());
            enqueue_passes(rest(), count - passes * per_pass, gosa_.data() + passes * per_pass);
        });
    }

    void compute(PlaneRange planes, int sweeps) override
    {
        device::select(device_);
        const Form& form = sweeps == main_.geometry.sweeps ? main_ : rest();
        enqueue(form, slab_tiles(shape_, planes, form.geometry, planes_of(form, planes)), 1,
                sums_.take(gosa_.data(), sweeps));
    }

    [[nodiscard]] std::span<std::byte> next_planes(PlaneRange planes) override
    {
        const std::int64_t plane = shape_.nj * pitch_;
        return std::as_writable_bytes(std::span<float>{
            next_p() + planes.first * plane, static_cast<std::size_t>(planes.count() * plane)});
    }

    void end_pass() override
    {
        current_ = 1 - current_;
        sums_.end_pass();
    }

    void collect_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        sums_.collect_and_wait(gosa, gosa_, stream_.get());
    }

    [[nodiscard]] Stream stream() const override { return stream_.get(); }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        device::select(device_);
        const device::PitchedRows<const float> rows{
            .first = current_p() + first * shape_.nj * pitch_,
            .columns = shape_.nk,
            .pitch = pitch_};
        download_and_wait(out.first(static_cast<std::size_t>(count * shape_.plane())), rows,
                          stream_.get());
    }

    [[nodiscard]] std::string describe() const override
    {
        std::ostringstream text;
        text.precision(3);
        text << main_.what.identifier() << ", " << main_.tiles.count() << " tiles of "
             << main_.tiles.planes << " planes, " << main_.blocks << " blocks, "
             << (persistent_ ? "all passes in one launch" : "a launch for each pass") << ", "
             << static_cast<double>(slabs_.size() + 2 * p_values()) * sizeof(float) * 1e-9
             << " GB on device " << device_;
        return text.str();
    }

private:
    /// The form of one sweep a pass: the main one if it has one sweep.
    [[nodiscard]] const Form& rest() const { return rest_ ? *rest_ : main_; }
    [[nodiscard]] std::size_t p_values() const
    {
        return static_cast<std::size_t>(shape_.ni * shape_.nj * pitch_);
    }
    [[nodiscard]] float* current_p() const
    {
        return p_.at(static_cast<std::size_t>(current_)).data();
    }
    [[nodiscard]] float* next_p() const
    {
        return p_.at(static_cast<std::size_t>(1 - current_)).data();
    }
    /// The slab row (0, 0, 0); rows before it are read and never used.
    [[nodiscard]] float* first_slab() const
    {
        return slabs_.data() + std::ptrdiff_t{slab_rows_beyond} * main_.geometry.layout.row();
    }

    void clear_pressure()
    {
        current_ = 0;
        for (const auto& p : p_) {
            device::clear(p, "clear p", stream_.get());
        }
    }

    void load_coefficients(const ArraySource& source)
    {
        const device::DeviceBuffer<float> staging{
            static_cast<std::size_t>(planes_of_a_piece(shape_) * shape_.plane())};
        for (int m = 0; m < coefficient_count; ++m) {
            stream_planes_and_wait<float>(
                source, static_cast<Array>(m), shape_, stream_.get(),
                [&](std::int64_t first, std::span<const float> planes) {
                    device::copy_to_device(staging.data(), planes, stream_.get());
                    constexpr dim3 grid{2048};
                    constexpr dim3 block{256};
                    pack_.launch(grid, block, stream_.get(),
                                 SlabPackArguments{.planes = staging.data(),
                                                   .slabs = first_slab(),
                                                   .tiles = main_.tiles,
                                                   .layout = main_.geometry.layout,
                                                   .coefficient = m,
                                                   .first = static_cast<int>(first),
                                                   .count = static_cast<int>(
                                                       static_cast<std::int64_t>(planes.size()) /
                                                       shape_.plane())});
                });
        }
    }

    void load_pressure(const ArraySource& source)
    {
        stream_planes_and_wait<float>(source, Array::p, shape_, stream_.get(),
                                      [&](std::int64_t first, std::span<const float> planes) {
                                          device::copy_to_device(
                                              {.first = current_p() + first * shape_.nj * pitch_,
                                               .columns = shape_.nk,
                                               .pitch = pitch_},
                                              planes, stream_.get());
                                      });
        const auto now = static_cast<std::size_t>(current_);
        device::copy_on_device(p_.at(1 - now), p_.at(now), stream_.get());
        device::synchronize(stream_.get());
    }

    /// Enqueues `passes` passes of `form`, whose sums go to `gosa`.
    void enqueue_passes(const Form& form, std::int64_t passes, double* gosa)
    {
        const std::int64_t together = persistent_ ? passes : 1;
        for (std::int64_t done = 0; done < passes; done += together) {
            enqueue(form, form.tiles, static_cast<int>(together),
                    gosa + done * form.geometry.sweeps);
            current_ = together % 2 == 0 ? current_ : 1 - current_;
        }
    }

    /// The planes of i in a tile of a part.
    [[nodiscard]] std::int64_t planes_of(const Form& form, PlaneRange part) const
    {
        return std::min(form.planes, part.count());
    }

    /// Enqueues passes over `tiles`; the last one's result is not yet the current p.
    void enqueue(const Form& form, const SlabTiles& tiles, int passes, double* gosa)
    {
        const int blocks = std::min(tiles.count(), form.blocks);
        device::clear(arrived_, "reset the counter of blocks", stream_.get());
        SlabArguments arguments{};
        arguments.p_maps[0] = map_of(current_p(), form.geometry);
        arguments.p_maps[1] = map_of(next_p(), form.geometry);
        arguments.p_new[0] = next_p();
        arguments.p_new[1] = current_p();
        arguments.slabs = first_slab();
        arguments.block_sums = block_sums_.data();
        arguments.arrived = arrived_.data();
        arguments.tiles = tiles;
        arguments.p_pitch = static_cast<int>(pitch_);
        arguments.passes = passes;
        arguments.omega = omega_;
        form.kernel.launch(
            device::Launch{.grid = dim3(static_cast<unsigned>(blocks)),
                           .block = dim3(static_cast<unsigned>(form.geometry.threads())),
                           .stream = stream_.get(),
                           .shared_bytes = static_cast<std::size_t>(form.geometry.shared_bytes()),
                           .cooperative = passes > 1},
            arguments);
        device::sum_rows(sum_rows_, block_sums_.data(),
                         static_cast<std::int64_t>(passes) * form.geometry.sweeps, blocks, gosa,
                         stream_.get());
    }

    [[nodiscard]] device::TensorMap map_of(const float* p, const SlabGeometry& geometry) const
    {
        return device::tensor_map_of(p, {shape_.nk, shape_.nj, shape_.ni}, pitch_,
                                     {SlabGeometry::pitch, geometry.p_rows(), 1});
    }

    Shape shape_;
    float omega_;
    int device_;
    bool persistent_;
    std::int64_t pitch_;
    Form main_;
    /// The form of one sweep a pass on the same slabs, for the sweeps that do not fill a pass.
    std::optional<Form> rest_;
    device::Kernel pack_;
    device::Kernel sum_rows_;
    device::Stream stream_;
    device::DeviceBuffer<float> slabs_;
    std::array<device::DeviceBuffer<float>, 2> p_;
    device::DeviceBuffer<double> block_sums_;
    device::DeviceBuffer<double> gosa_;
    device::DeviceBuffer<unsigned> arrived_;
    int current_ = 0;
    PartSums sums_;
};

}  // namespace

std::unique_ptr<PassPlan> make_slab_plan(const SweepRequest& request, int sweeps)
{
    return std::make_unique<SlabPlan>(request, sweeps);
}

}  // namespace tobiuo::stencil
