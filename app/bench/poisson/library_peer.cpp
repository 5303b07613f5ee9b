// SPDX-License-Identifier: BSD-3-Clause
// A Poisson solve as a user of cuFFT or VkFFT writes it, for comparison on a CUDA device.
#include <algorithm>
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "app/bench/peers/libraries.hpp"
#include "app/bench/poisson/open_kernel.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/bench/selection.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "solvers/poisson/axis/axis_modes.hpp"

namespace tobiuo::poisson_bench {
namespace {

using bench::Transform;
using poisson::Problem;

constexpr int threads = 256;

/// The axes of the periodic box that are not absent, the slowest one first, in three entries with
/// leading ones.
struct Box {
    std::vector<int> axes;
    std::array<std::int64_t, 3> points{1, 1, 1};    ///< slow, middle, fast
    std::array<std::int64_t, 3> unknowns{1, 1, 1};  ///< unknowns of the box with walls
    std::array<std::int64_t, 3> first{0, 0, 0};     ///< the point of the first unknown
    std::int64_t batch = 1;  ///< boxes, which are the slow entry of one or two axes
};

/// The periodic box. An absent axis has one point, so that rows of the spectrum are those of the
/// fastest axis left.
Box box_of(const Problem& problem, std::int64_t batch)
{
    const Problem periodic = periodic_problem(problem);
    Box box;
    for (const int axis : {2, 1, 0}) {
        if (!poisson::is_absent(problem, axis)) {
            box.axes.push_back(axis);
        }
    }
    if (box.axes.empty()) {
        box.axes.push_back(0);
    }
    for (std::size_t n = 0; n < box.axes.size(); ++n) {
        const std::size_t at = n + 3 - box.axes.size();
        const int axis = box.axes[n];
        box.points.at(at) = periodic.grid.axes.at(static_cast<std::size_t>(axis)).cells;
        box.unknowns.at(at) = poisson::unknowns(problem, axis).count;
        box.first.at(at) = poisson::unknowns(problem, axis).first;
    }
    if (batch > 1) {
        if (box.axes.size() > 2) {
            throw bench::NotPlanned{"its kernels have batches of one and two axes only"};
        }
        box.batch = box.points[0] = box.unknowns[0] = batch;
    }
    return box;
}

std::int64_t product(const std::array<std::int64_t, 3>& factors)
{
    return factors[0] * factors[1] * factors[2];
}

bool has_walls(const Problem& problem)
{
    return std::ranges::any_of(problem.sides, [](const poisson::Sides& sides) {
        return sides.lower != poisson::Condition::periodic;
    });
}

/// Whether an index, up to the first one after the last block, exceeds 32 bits.
bool needs_long_index(const Box& box)
{
    return product(box.points) + threads > std::numeric_limits<std::int32_t>::max();
}

device::Specialisation specialised(const Problem& problem, const Box& box,
                                   const std::string& kernel)
{
    const bool single = problem.precision == Precision::fp32;
    const bool is_long = needs_long_index(box);
    const auto size = [](const std::array<std::int64_t, 3>& counts) {
        return bench::size_text({counts.begin(), counts.end()});
    };
    return {.source = "kernels/peers/poisson.cuh",
            .kernel = kernel,
            .config = {single ? "using Real = float;" : "using Real = double;",
                       single ? "using Complex = float2;" : "using Complex = double2;",
                       is_long ? "using Index = unsigned long long;" : "using Index = unsigned;",
                       device::constant("int threads", threads),
                       device::constant("Index slow", box.points[0]),
                       device::constant("Index middle", box.points[1]),
                       device::constant("Index fast", box.points[2]),
                       device::constant("Index ny", box.unknowns[1]),
                       device::constant("Index nx", box.unknowns[2])},
            .options = {},
            .name = kernel + (single ? "-fp32-" : "-fp64-") + size(box.points) + "-of-" +
                    size(box.unknowns)};
}

fft::Problem transform_of(const Problem& problem, const Box& box, fft::Kind kind)
{
    return {.lengths = {box.points.end() - static_cast<std::ptrdiff_t>(box.axes.size()),
                        box.points.end()},
            .kind = kind,
            .direction = kind == fft::Kind::r2c ? fft::Direction::forward : fft::Direction::inverse,
            .precision = problem.precision,
            .placement = fft::Placement::out_of_place,
            .batch = box.batch};
}

dim3 blocks_for(std::int64_t count)
{
    return dim3{static_cast<unsigned>((count + threads - 1) / threads)};
}

/// A table for each axis of the box; `make(axis)` makes that of an axis that is not absent, and
/// `of_batch` is that of the boxes of a batch.
template <typename Value, typename Make>
std::array<device::DeviceBuffer<Value>, 3> tables_of(const Box& box, const Value& absent,
                                                     const std::vector<Value>& of_batch,
                                                     cudaStream_t stream, const Make& make)
{
    const std::size_t ahead = 3 - box.axes.size();
    std::array<device::DeviceBuffer<Value>, 3> tables;
    for (std::size_t at = 0; at < 3; ++at) {
        tables.at(at) = device::uploaded<Value>(at == 0 && box.batch > 1 ? of_batch
                                                : at < ahead ? std::vector<Value>{absent}
                                                             : make(box.axes.at(at - ahead)),
                                                stream);
    }
    return tables;
}

/// The images of boxes that follow each other.
std::vector<Image> boxes_of(std::int64_t batch)
{
    std::vector<Image> boxes;
    for (std::int64_t number = 0; number < batch; ++number) {
        boxes.push_back({.source = static_cast<int>(number), .sign = 1});
    }
    return boxes;
}

/// The kernels of images before and after the transforms of a box with walls.
template <typename T>
class Walls {
public:
    Walls(const Problem& problem, const Box& box, int device, cudaStream_t stream)
        : extend_{specialised(problem, box, "peer_extend")},
          restrict_{specialised(problem, box, "peer_restrict")},
          points_{product(box.points)},
          unknowns_{product(box.unknowns)},
          first_{(box.first[0] * box.points[1] + box.first[1]) * box.points[2] + box.first[2]},
          long_index_{needs_long_index(box)},
          images_{tables_of<Image>(box, Image{.source = 0, .sign = 1}, boxes_of(box.batch), stream,
                                   [&](int axis) { return images_of(problem, axis); })},
          box_{bench::make_workspace(device, static_cast<std::size_t>(points_) * sizeof(T))}
    {
    }

    [[nodiscard]] T* box() const { return reinterpret_cast<T*>(box_.data()); }
    [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(box_.size()); }

    void extend(const T* f, cudaStream_t stream) const
    {
        extend_.launch(blocks_for(points_), dim3{threads}, stream, f, box(), images_[0].data(),
                       images_[1].data(), images_[2].data());
    }

    void restrict_to(T* u, cudaStream_t stream) const
    {
        const T* from = box();
        if (long_index_) {
            restrict_.launch(blocks_for(unknowns_), dim3{threads}, stream, from, u,
                             static_cast<unsigned long long>(first_),
                             static_cast<unsigned long long>(unknowns_));
        } else {
            restrict_.launch(blocks_for(unknowns_), dim3{threads}, stream, from, u,
                             static_cast<unsigned>(first_), static_cast<unsigned>(unknowns_));
        }
    }

private:
    device::Kernel extend_;
    device::Kernel restrict_;
    std::int64_t points_;
    std::int64_t unknowns_;
    std::int64_t first_;
    bool long_index_;
    std::array<device::DeviceBuffer<Image>, 3> images_;
    device::DeviceBuffer<std::byte> box_;
};

/// Computes spectrum *= scale / eigenvalue. The constant mode of the periodic box has no
/// eigenvalue: it is 0 between odd images, and otherwise the constant that a null space leaves
/// open.
template <typename T>
class Division {
public:
    Division(const Problem& problem, const Box& box, cudaStream_t stream)
        : kernel_{specialised(problem, box, "peer_divide")},
          elements_{box.points[0] * box.points[1] * (box.points[2] / 2 + 1)},
          scale_{static_cast<T>(static_cast<double>(box.batch) /
                                static_cast<double>(product(box.points)))},
          null_space_{poisson::has_null_space(periodic_problem(problem)) ? 1 : 0},
          eigenvalues_{
              tables_of<T>(box, T{0}, std::vector<T>(static_cast<std::size_t>(box.batch)), stream,
                           [&](int axis) {
                               const auto values =
                                   poisson::modes_of(periodic_problem(problem), axis).eigenvalues;
                               return std::vector<T>(values.begin(), values.end());
                           })}
    {
    }

    void divide(std::byte* spectrum, cudaStream_t stream) const
    {
        kernel_.launch(blocks_for(elements_), dim3{threads}, stream, spectrum,
                       eigenvalues_[0].data(), eigenvalues_[1].data(), eigenvalues_[2].data(),
                       scale_, null_space_);
    }

private:
    device::Kernel kernel_;
    std::int64_t elements_;
    T scale_;
    int null_space_;
    std::array<device::DeviceBuffer<T>, 3> eigenvalues_;
};

/// Multiplies the spectrum by kernel_spectrum().
template <typename T>
class Multiplication {
public:
    Multiplication(const Problem& problem, const Box& box, cudaStream_t stream)
        : kernel_{specialised(problem, box, "peer_multiply")},
          factors_{device::uploaded<T>(kernel_spectrum<T>(problem, box.points), stream)}
    {
    }

    void multiply(std::byte* spectrum, cudaStream_t stream) const
    {
        kernel_.launch(blocks_for(static_cast<std::int64_t>(factors_.size())), dim3{threads},
                       stream, spectrum, factors_.data());
    }
    [[nodiscard]] std::int64_t bytes() const
    {
        return static_cast<std::int64_t>(factors_.size() * sizeof(T));
    }

private:
    device::Kernel kernel_;
    device::DeviceBuffer<T> factors_;
};

using Plan = decltype(&bench::plan_cufft);

template <typename T>
class LibraryPeer final : public Transform {
public:
    LibraryPeer(Plan plan, const Problem& problem, const Box& box, int device, cudaStream_t stream)
        : stream_{stream},
          spectrum_{bench::make_workspace(
              device, static_cast<std::size_t>(
                          fft::output_bytes(transform_of(problem, box, fft::Kind::r2c))))},
          forward_{plan(transform_of(problem, box, fft::Kind::r2c), device, stream)},
          inverse_{plan(transform_of(problem, box, fft::Kind::c2r), device, stream)}
    {
        if (is_convolution(problem)) {
            multiplication_.emplace(problem, box, stream);
        } else {
            division_.emplace(problem, box, stream);
        }
        if (has_walls(problem)) {
            walls_.emplace(problem, box, device, stream);
        }
    }

    void execute(void* in, void* out) override
    {
        void* from = in;
        void* to = out;
        if (walls_) {
            walls_->extend(static_cast<const T*>(in), stream_);
            from = to = walls_->box();
        }
        forward_->execute(from, spectrum_.data());
        if (division_) {
            division_->divide(spectrum_.data(), stream_);
        } else {
            multiplication_->multiply(spectrum_.data(), stream_);
        }
        inverse_->execute(spectrum_.data(), to);
        if (walls_) {
            walls_->restrict_to(static_cast<T*>(out), stream_);
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(spectrum_.size()) + (walls_ ? walls_->bytes() : 0) +
               (multiplication_ ? multiplication_->bytes() : 0) +
               forward_->workspace_bytes().value_or(0) + inverse_->workspace_bytes().value_or(0);
    }
    [[nodiscard]] std::string version() const override { return forward_->version(); }
    [[nodiscard]] std::string describe() const override
    {
        return forward_->describe() + (division_ ? ", division" : ", product with a kernel") +
               ", and back" + (walls_ ? ", of the box and its images" : "");
    }

private:
    cudaStream_t stream_;
    std::optional<Division<T>> division_;
    std::optional<Multiplication<T>> multiplication_;
    device::DeviceBuffer<std::byte> spectrum_;
    std::unique_ptr<Transform> forward_;
    std::unique_ptr<Transform> inverse_;
    std::optional<Walls<T>> walls_;
};

}  // namespace

std::unique_ptr<Transform> make_library_peer(const std::string& library, const Problem& problem,
                                             int device, Stream stream, std::int64_t batch)
{
    if (library != "cufft" && library != "vkfft") {
        throw bench::NotPlanned{"it does not run on a device"};
    }
    const Plan plan = library == "vkfft" ? bench::plan_vkfft : bench::plan_cufft;
    const Box box = box_of(problem, batch);
    if (problem.precision == Precision::fp32) {
        return std::make_unique<LibraryPeer<float>>(plan, problem, box, device, stream);
    }
    return std::make_unique<LibraryPeer<double>>(plan, problem, box, device, stream);
}

std::vector<device::Specialisation> peer_specialisations(const Problem& problem)
{
    const Box box = box_of(problem, 1);
    return {specialised(problem, box, "peer_divide"), specialised(problem, box, "peer_multiply"),
            specialised(problem, box, "peer_extend"), specialised(problem, box, "peer_restrict")};
}

}  // namespace tobiuo::poisson_bench
