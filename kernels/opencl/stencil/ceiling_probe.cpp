#include "kernels/opencl/stencil/ceiling_probe.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <tuple>

#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"
#include "runtime/opencl/sources.hpp"

namespace tobiuo::opencl {
namespace {

class OpenCLProbe final : public memory::CeilingProbe {
public:
    explicit OpenCLProbe(std::int64_t bytes)
        : array_bytes_{std::max<std::int64_t>(1, bytes / arrays / granule) * granule}
    {
        for (Buffer& array : arrays_) {
            array = Buffer{array_bytes_};
            clear(array, context().queue());
        }
        static_cast<void>(stream_and_wait());
    }

    double stream_and_wait() override
    {
        finish(context().queue());
        const auto start = std::chrono::steady_clock::now();
        std::apply(
            [&](const auto&... all) {
                kernel_.launch({.groups = {static_cast<std::size_t>(array_bytes_ / granule), 1, 1},
                                .items = {items, 1, 1},
                                .queue = context().queue()},
                               all...);
            },
            arrays_);
        finish(context().queue());
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return static_cast<double>(bytes()) / taken.count();
    }

    [[nodiscard]] std::int64_t bytes() const override { return arrays * array_bytes_; }

private:
    static constexpr std::int64_t arrays = 14;
    static constexpr std::size_t items = 128;
    static constexpr std::int64_t granule = 16 * std::int64_t{items};  ///< bytes of a group

    std::int64_t array_bytes_;
    Kernel kernel_{
        {.name = "read-mostly", .source = source_text("kernels/opencl/stencil/read_mostly.cl")},
        "read_mostly"};
    std::array<Buffer, arrays> arrays_;
};

}  // namespace

std::unique_ptr<memory::CeilingProbe> make_probe(std::int64_t bytes)
{
    return std::make_unique<OpenCLProbe>(bytes);
}

}  // namespace tobiuo::opencl
