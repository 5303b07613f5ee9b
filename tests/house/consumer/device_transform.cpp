// Transforms a cube to its spectrum and back on the GPU through the installed library.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/plan.hpp"

int main()
{
    using namespace tobiuo;

    if (device::survey().devices.empty()) {
        std::printf("no transform on a device: %s\n", device::survey().reason.c_str());
        return EXIT_SUCCESS;
    }
    fft::Problem problem{.lengths = {48, 64, 60}, .kind = fft::Kind::r2c};
    const fft::Plan forward{problem};
    problem.kind = fft::Kind::c2r;
    problem.direction = fft::Direction::inverse;
    const fft::Plan inverse{problem};

    // In place: rows of 60 numbers are padded to 62, the size of their spectrum.
    std::vector<float> field(48 * 64 * 62, 1.0F);
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<float> data{field.size()};
    device::copy_to_device<float>(data.data(), field, stream.get());
    forward.execute(data.data(), data.data(), stream.get());
    inverse.execute(data.data(), data.data(), stream.get());
    device::copy_to_host<float>(field, data.data(), stream.get());
    device::synchronize(stream.get());

    const auto scale = static_cast<float>(fft::points(problem));
    std::printf("%s: 1 came back as %.6f\n", forward.describe().c_str(),
                static_cast<double>(field[0] / scale));
    constexpr float tolerance = 1e-5F;
    return std::abs(field[0] / scale - 1.0F) <= tolerance ? EXIT_SUCCESS : EXIT_FAILURE;
}
