// SPDX-License-Identifier: BSD-3-Clause
// cuFFT, opened at run time.
#include <cufft.h>
#include <spdlog/fmt/fmt.h>

#include <utility>
#include <vector>

#include "app/bench/peers/cufft_library.hpp"
#include "app/bench/peers/libraries.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo::bench {
namespace {

/// The names of the library, newest first, without those for a newer driver: version 12 came with
/// CUDA 13.
std::vector<std::string> library_names()
{
    std::vector<std::string> names;
    const int driver = device::survey().driver_version;
    if (driver == 0 || driver >= 13000) {
        names.emplace_back("libcufft.so.12");
    }
    names.emplace_back("libcufft.so.11");
    names.emplace_back("libcufft.so");
    return names;
}

/// The functions of libcufft, resolved once.
class Cufft {
public:
    Cufft() : library_{open_cufft()}
    {
        resolve(create, "cufftCreate");
        resolve(destroy, "cufftDestroy");
        resolve(set_stream, "cufftSetStream");
        resolve(set_auto_allocation, "cufftSetAutoAllocation");
        resolve(set_work_area, "cufftSetWorkArea");
        resolve(make_plan, "cufftMakePlanMany64");
        resolve(get_version, "cufftGetVersion");
        resolve(c2c, "cufftExecC2C");
        resolve(r2c, "cufftExecR2C");
        resolve(c2r, "cufftExecC2R");
        resolve(z2z, "cufftExecZ2Z");
        resolve(d2z, "cufftExecD2Z");
        resolve(z2d, "cufftExecZ2D");
    }

    decltype(&cufftCreate) create{};
    decltype(&cufftDestroy) destroy{};
    decltype(&cufftSetStream) set_stream{};
    decltype(&cufftSetAutoAllocation) set_auto_allocation{};
    decltype(&cufftSetWorkArea) set_work_area{};
    decltype(&cufftMakePlanMany64) make_plan{};
    decltype(&cufftGetVersion) get_version{};
    decltype(&cufftExecC2C) c2c{};
    decltype(&cufftExecR2C) r2c{};
    decltype(&cufftExecC2R) c2r{};
    decltype(&cufftExecZ2Z) z2z{};
    decltype(&cufftExecD2Z) d2z{};
    decltype(&cufftExecZ2D) z2d{};

private:
    template <typename Function>
    void resolve(Function& function, const char* name)
    {
        function = cufft_function<Function>(library_, name);
    }

    device::SharedLibrary library_;
};

const Cufft& cufft()
{
    static const Cufft instance;
    return instance;
}

class Handle {
public:
    Handle() { check_cufft(cufft().create(&raw_), "make a handle"); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { static_cast<void>(cufft().destroy(raw_)); }

    [[nodiscard]] cufftHandle get() const { return raw_; }

private:
    cufftHandle raw_{};
};

cufftType type_of(const fft::Problem& problem)
{
    const bool single = problem.precision == Precision::fp32;
    switch (problem.kind) {
        case fft::Kind::r2c:
            return single ? CUFFT_R2C : CUFFT_D2Z;
        case fft::Kind::c2r:
            return single ? CUFFT_C2R : CUFFT_Z2D;
        default:
            return single ? CUFFT_C2C : CUFFT_Z2Z;
    }
}

/// The lengths of the array around the data of one side, and the values from one batch to the next.
struct Layout {
    std::vector<long long> embed;
    long long distance = 1;
};

/// The layout with rows of `row` values instead of the last length.
Layout layout_of(const fft::Problem& problem, std::int64_t row)
{
    Layout layout{.embed = {problem.lengths.begin(), problem.lengths.end()}};
    layout.embed.back() = row;
    for (const long long length : layout.embed) {
        layout.distance *= length;
    }
    return layout;
}

class CufftTransform final : public Transform {
public:
    CufftTransform(fft::Problem problem, int device, cudaStream_t stream)
        : problem_{std::move(problem)}
    {
        const cufftHandle plan = handle_.get();
        check_cufft(cufft().set_auto_allocation(plan, 0), "leave its work array to us");
        check_cufft(cufft().set_stream(plan, stream), "take a stream");
        make_plan();
        workspace_ = make_workspace(device, bytes_);
        check_cufft(cufft().set_work_area(plan, workspace_.data()), "take a work array");
    }

    void execute(void* in, void* out) override
    {
        const cufftResult status = problem_.precision == Precision::fp32 ? execute_single(in, out)
                                                                         : execute_double(in, out);
        if (status != CUFFT_SUCCESS) {
            throw device::DeviceError{cufft_reason("transform " + fft::describe(problem_), status)};
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(bytes_);
    }
    [[nodiscard]] std::string version() const override
    {
        int number = 0;
        check_cufft(cufft().get_version(&number), "tell its version");
        return cufft_version_text(number);
    }
    [[nodiscard]] std::string describe() const override
    {
        return "cuFFT " + version() + " " + fft::describe(problem_);
    }

private:
    void make_plan()
    {
        const std::int64_t spectrum = fft::spectrum_row(problem_);
        const bool padded = problem_.placement == fft::Placement::in_place;
        const Layout complex_side = layout_of(
            problem_, problem_.kind == fft::Kind::c2c ? problem_.lengths.back() : spectrum);
        const Layout real_side =
            layout_of(problem_, padded ? 2 * spectrum : problem_.lengths.back());
        Layout in = problem_.kind == fft::Kind::r2c ? real_side : complex_side;
        Layout out = problem_.kind == fft::Kind::c2r ? real_side : complex_side;
        std::vector<long long> lengths{problem_.lengths.begin(), problem_.lengths.end()};
        check_cufft(
            cufft().make_plan(handle_.get(), static_cast<int>(lengths.size()), lengths.data(),
                              in.embed.data(), 1, in.distance, out.embed.data(), 1, out.distance,
                              type_of(problem_), problem_.batch, &bytes_),
            "plan");
    }

    cufftResult execute_single(void* in, void* out)
    {
        switch (problem_.kind) {
            case fft::Kind::r2c:
                return cufft().r2c(handle_.get(), static_cast<cufftReal*>(in),
                                   static_cast<cufftComplex*>(out));
            case fft::Kind::c2r:
                return cufft().c2r(handle_.get(), static_cast<cufftComplex*>(in),
                                   static_cast<cufftReal*>(out));
            default:
                return cufft().c2c(handle_.get(), static_cast<cufftComplex*>(in),
                                   static_cast<cufftComplex*>(out), direction());
        }
    }

    cufftResult execute_double(void* in, void* out)
    {
        switch (problem_.kind) {
            case fft::Kind::r2c:
                return cufft().d2z(handle_.get(), static_cast<cufftDoubleReal*>(in),
                                   static_cast<cufftDoubleComplex*>(out));
            case fft::Kind::c2r:
                return cufft().z2d(handle_.get(), static_cast<cufftDoubleComplex*>(in),
                                   static_cast<cufftDoubleReal*>(out));
            default:
                return cufft().z2z(handle_.get(), static_cast<cufftDoubleComplex*>(in),
                                   static_cast<cufftDoubleComplex*>(out), direction());
        }
    }

    [[nodiscard]] int direction() const
    {
        return problem_.direction == fft::Direction::forward ? CUFFT_FORWARD : CUFFT_INVERSE;
    }

    fft::Problem problem_;
    Handle handle_;
    std::size_t bytes_ = 0;
    device::DeviceBuffer<std::byte> workspace_;
};

}  // namespace

device::SharedLibrary open_cufft()
{
    device::FoundLibrary found = device::find_cuda_library(library_names());
    if (!found.library) {
        throw NotPlanned{"its library was not found (tried " + found.tried +
                         "): install the CUDA libraries or set CUDA_HOME to their root"};
    }
    return std::move(found.library);
}

std::string cufft_reason(const std::string& doing, cufftResult status)
{
    return fmt::format("cuFFT could not {} (status {} of cufft.h)", doing,
                       static_cast<int>(status));
}

void check_cufft(cufftResult status, const std::string& doing)
{
    if (status != CUFFT_SUCCESS) {
        throw NotPlanned{cufft_reason(doing, status)};
    }
}

std::string cufft_version_text(int number)
{
    return fmt::format("{}.{}.{}", number / 1000, number % 1000 / 100, number % 100);
}

std::optional<std::string> cufft_unsupported_reason()
{
    try {
        static_cast<void>(cufft());
        return std::nullopt;
    } catch (const NotPlanned& error) {
        return error.what();
    }
}

std::unique_ptr<Transform> plan_cufft(const fft::Problem& problem, int device, cudaStream_t stream)
{
    return std::make_unique<CufftTransform>(problem, device, stream);
}

}  // namespace tobiuo::bench
