#include "kernels/stencil/slab_plan.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/module.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/sum_rows.hpp"
#include "kernels/device/tensor_map_of.hpp"
#include "kernels/stencil/device_arrays.hpp"
#include "kernels/stencil/parameters.hpp"
#include "kernels/stencil/slab.hpp"
#include "kernels/stencil/slab_arguments.hpp"
#include "kernels/stencil/typed_plan.hpp"

namespace tobiuo::stencil {
namespace {

/// Sweeps enqueued before the host waits and fetches their sums.
constexpr std::int64_t sweeps_in_flight = 4096;

std::int64_t multiprocessors_of(int device)
{
    int count = 0;
    device::check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
                  "count the multiprocessors");
    return count;
}

/// One compiled form, and how it tiles the grid.
struct Form {
    SlabGeometry geometry;
    device::Specialisation what;
    device::Kernel kernel;
    SlabTiles tiles;
    int blocks;

    Form(const SlabGeometry& shape_of_kernel, const SweepRequest& request, int device,
         std::int64_t planes)
        : geometry{shape_of_kernel},
          what{slab_specialisation(geometry)},
          kernel{what},
          tiles{slab_tiles(request.shape, geometry, planes)},
          blocks{
              static_cast<int>(std::min<std::int64_t>(tiles.count(), multiprocessors_of(device)))}
    {
        kernel.allow_shared(static_cast<std::size_t>(geometry.shared_bytes()));
    }
};

std::int64_t planes_for(const SweepRequest& request, const SlabGeometry& geometry, int device)
{
    const std::int64_t interior = request.shape.ni - 2;
    const std::string wish = parameter(request, "planes", "auto");
    if (wish == "all") {
        return interior;
    }
    return wish == "auto"
               ? balanced_slab_planes(request.shape, geometry, multiprocessors_of(device))
               : std::min<std::int64_t>(std::stoll(wish), interior);
}

class SlabPlan final : public TypedPlan<SlabPlan> {
public:
    SlabPlan(const SweepRequest& request, int sweeps)
        : shape_{request.shape},
          omega_{static_cast<float>(request.omega)},
          device_{device::select(request.device)},
          persistent_{parameter(request, "launch", "persistent") == "persistent"},
          pitch_{slab_p_pitch(shape_)},
          main_{slab_geometry(request, sweeps), request, device_,
                planes_for(request, slab_geometry(request, sweeps), device_)},
          rest_{slab_geometry_of_rest(main_.geometry), request, device_, main_.tiles.planes},
          pack_{slab_pack_specialisation()},
          sum_rows_{device::sum_rows_specialisation()},
          stream_{device::make_stream()},
          slabs_{static_cast<std::size_t>(slab_words(shape_, main_.geometry))},
          p_{device::DeviceBuffer<float>{p_values()}, device::DeviceBuffer<float>{p_values()}},
          block_sums_{static_cast<std::size_t>(sweeps_in_flight) *
                      static_cast<std::size_t>(std::max(main_.blocks, rest_.blocks))},
          gosa_{static_cast<std::size_t>(sweeps_in_flight)},
          arrived_{1}
    {
    }

    void load(const ArraySource& source) override
    {
        device::select(device_);
        device::check(
            cudaMemsetAsync(slabs_.data(), 0, slabs_.size() * sizeof(float), stream_.get()),
            "clear the slabs");
        clear_pressure();
        load_coefficients(source);
        // The first launches load the code; what they compute from zero is overwritten.
        enqueue(main_, 1, gosa_.data());
        enqueue(rest_, 1, gosa_.data());
        device::synchronize(stream_.get());
        clear_pressure();
        load_pressure(source);
    }

    void sweep_and_wait(std::span<double> gosa) override
    {
        device::select(device_);
        while (!gosa.empty()) {
            const auto count = std::min(static_cast<std::int64_t>(gosa.size()), sweeps_in_flight);
            const std::int64_t per_pass = main_.geometry.sweeps;
            const std::int64_t passes = count / per_pass;
            enqueue_passes(main_, passes, gosa_.data());
            enqueue_passes(rest_, count - passes * per_pass, gosa_.data() + passes * per_pass);
            const double* sums = gosa_.data();
            const auto part = gosa.first(static_cast<std::size_t>(count));
            device::copy_to_host(part, sums, stream_.get());
            device::synchronize(stream_.get());
            gosa = gosa.subspan(part.size());
        }
    }

    template <typename Out>
    void read(std::int64_t first, std::int64_t count, std::span<Out> out) const
    {
        device::select(device_);
        const auto row_bytes = static_cast<std::size_t>(shape_.nk) * sizeof(float);
        for (std::int64_t i = 0; i < count; ++i) {
            const float* from = current_p() + (first + i) * shape_.nj * pitch_;
            const auto plane = out.subspan(static_cast<std::size_t>(i * shape_.plane()),
                                           static_cast<std::size_t>(shape_.plane()));
            std::vector<float> values(plane.size());
            device::check(cudaMemcpy2DAsync(values.data(), row_bytes, from,
                                            static_cast<std::size_t>(pitch_) * sizeof(float),
                                            row_bytes, static_cast<std::size_t>(shape_.nj),
                                            cudaMemcpyDeviceToHost, stream_.get()),
                          "copy p from the device");
            device::synchronize(stream_.get());
            std::ranges::transform(values, plane.begin(),
                                   [](float value) { return static_cast<Out>(value); });
        }
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
    /// The slab row (0, 0, 0): rows before it are touched, never used.
    [[nodiscard]] float* first_slab() const
    {
        return slabs_.data() + slab_rows_beyond * main_.geometry.layout.row();
    }

    void clear_pressure()
    {
        current_ = 0;
        for (const auto& p : p_) {
            device::check(cudaMemsetAsync(p.data(), 0, p.size() * sizeof(float), stream_.get()),
                          "clear p");
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
        const std::size_t row_bytes = static_cast<std::size_t>(shape_.nk) * sizeof(float);
        const std::size_t pitch_bytes = static_cast<std::size_t>(pitch_) * sizeof(float);
        stream_planes_and_wait<float>(
            source, Array::p, shape_, stream_.get(),
            [&](std::int64_t first, std::span<const float> planes) {
                device::check(cudaMemcpy2DAsync(current_p() + first * shape_.nj * pitch_,
                                                pitch_bytes, planes.data(), row_bytes, row_bytes,
                                                planes.size() / static_cast<std::size_t>(shape_.nk),
                                                cudaMemcpyHostToDevice, stream_.get()),
                              "copy p to the device");
            });
        device::check(cudaMemcpyAsync(next_p(), current_p(), p_values() * sizeof(float),
                                      cudaMemcpyDeviceToDevice, stream_.get()),
                      "copy p on the device");
        device::synchronize(stream_.get());
    }

    /// Enqueues `passes` passes of `form`, whose sums go to `gosa`.
    void enqueue_passes(const Form& form, std::int64_t passes, double* gosa)
    {
        const std::int64_t together = persistent_ ? passes : 1;
        for (std::int64_t done = 0; done < passes; done += together) {
            enqueue(form, static_cast<int>(together), gosa + done * form.geometry.sweeps);
        }
    }

    void enqueue(const Form& form, int passes, double* gosa)
    {
        device::check(cudaMemsetAsync(arrived_.data(), 0, sizeof(unsigned), stream_.get()),
                      "reset the counter of blocks");
        SlabArguments arguments{};
        arguments.p_maps[0] = map_of(current_p(), form.geometry);
        arguments.p_maps[1] = map_of(next_p(), form.geometry);
        arguments.p_new[0] = next_p();
        arguments.p_new[1] = current_p();
        arguments.slabs = first_slab();
        arguments.block_sums = block_sums_.data();
        arguments.arrived = arrived_.data();
        arguments.tiles = form.tiles;
        arguments.p_pitch = static_cast<int>(pitch_);
        arguments.passes = passes;
        arguments.omega = omega_;
        form.kernel.launch(
            device::Launch{.grid = dim3(static_cast<unsigned>(form.blocks)),
                           .block = dim3(static_cast<unsigned>(form.geometry.threads())),
                           .stream = stream_.get(),
                           .shared_bytes = static_cast<std::size_t>(form.geometry.shared_bytes()),
                           .cooperative = passes > 1},
            arguments);
        device::sum_rows(sum_rows_, block_sums_.data(),
                         static_cast<std::int64_t>(passes) * form.geometry.sweeps, form.blocks,
                         gosa, stream_.get());
        current_ = passes % 2 == 0 ? current_ : 1 - current_;
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
    Form rest_;  ///< one sweep a pass on the same slabs, for what does not fill a pass
    device::Kernel pack_;
    device::Kernel sum_rows_;
    device::Stream stream_;
    device::DeviceBuffer<float> slabs_;
    std::array<device::DeviceBuffer<float>, 2> p_;
    device::DeviceBuffer<double> block_sums_;
    device::DeviceBuffer<double> gosa_;
    device::DeviceBuffer<unsigned> arrived_;
    int current_ = 0;
};

}  // namespace

std::unique_ptr<SweepPlan> make_slab_plan(const SweepRequest& request, int sweeps)
{
    return std::make_unique<SlabPlan>(request, sweeps);
}

}  // namespace tobiuo::stencil
