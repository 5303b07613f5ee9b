// The testbed in host memory.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

#include "app/bench/testbed.hpp"

namespace tobiuo::bench {
namespace {

/// Copies on all threads, so that pages lie near the threads that work on them.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes)
{
    constexpr std::size_t chunk = 1U << 20U;
    const auto chunks = static_cast<std::int64_t>((bytes + chunk - 1) / chunk);
#pragma omp parallel for schedule(static)
    for (std::int64_t n = 0; n < chunks; ++n) {
        const std::size_t start = static_cast<std::size_t>(n) * chunk;
        std::memcpy(to + start, from + start, std::min(chunk, bytes - start));
    }
}

class HostTestbed final : public Testbed {
public:
    HostTestbed(const TestbedArrays& arrays, MakePlan make)
        : arrays_{arrays},
          make_{std::move(make)},
          in_{arrays.keeps_input ? Bytes{} : Bytes{arrays.input.size()}},
          out_{memory::zeros<std::byte>(arrays.in_place ? 0 : arrays.output_bytes)}
    {
    }

    std::unique_ptr<Transform> plan(const std::string& name) override { return make_(name); }

    double time_and_wait(Transform& transform, std::int64_t executions) override
    {
        copy_bytes(in_.data(), arrays_.input.data(), in_.size());
        const auto start = std::chrono::steady_clock::now();
        for (std::int64_t n = 0; n < executions; ++n) {
            transform.execute(in(), out());
        }
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count();
    }

    Bytes output_and_wait(Transform& transform) override
    {
        static_cast<void>(time_and_wait(transform, 1));
        Bytes result{arrays_.output_bytes};
        copy_bytes(result.data(), out(), result.size());
        return result;
    }

private:
    [[nodiscard]] std::byte* in()
    {
        // NOLINTNEXTLINE(*-const-cast): transforms may overwrite their input, others keep it
        return arrays_.keeps_input ? const_cast<std::byte*>(arrays_.input.data()) : in_.data();
    }
    [[nodiscard]] std::byte* out() { return arrays_.in_place ? in_.data() : out_.data(); }

    TestbedArrays arrays_;
    MakePlan make_;
    Bytes in_;
    Bytes out_;
};

}  // namespace

std::unique_ptr<Testbed> make_host_testbed(const TestbedArrays& arrays, MakePlan make)
{
    return std::make_unique<HostTestbed>(arrays, std::move(make));
}

}  // namespace tobiuo::bench
