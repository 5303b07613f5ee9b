// Walls on the device against those on the host.
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/walls/device_walls.hpp"
#include "tests/kernels/walls/wall_example.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::walls {
namespace {

template <typename T>
std::vector<T> corrected_on_device(const WallExample<T>& example)
{
    const device::Stream stream = device::make_stream();
    std::vector<device::DeviceBuffer<double>> weights;
    std::vector<device::DeviceBuffer<T>> values;
    Box box = example.box;
    GivenFaces<T> given = example.given;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        weights.push_back(device::uploaded(example.weights.at(axis), stream.get()));
        box.along[axis].weights = weights.back().data();
    }
    for (std::size_t face = 0; face < face_count; ++face) {
        if (given.of[face].values != nullptr) {
            values.push_back(device::uploaded(example.values.at(face), stream.get()));
            given.of[face].values = values.back().data();
        }
    }
    const Box changing = only_changing(box, given);
    const device::DeviceBuffer<double> curvatures{static_cast<std::size_t>(changing.points)};
    const device::DeviceBuffer<T> f = device::uploaded(example.f, stream.get());
    const DeviceWalls<T> walls{changing};
    walls.correct({.box = changing, .given = given, .f = f.data(), .curvatures = curvatures.data()},
                  stream.get());
    return device::fetch_and_wait(f, stream.get());
}

template <typename T>
void expect_the_host_result(const WallExample<T>& example)
{
    const std::vector<T> expected = example.corrected(1);
    const std::vector<T> found = corrected_on_device(example);
    for (std::size_t at = 0; at < expected.size(); ++at) {
        EXPECT_NEAR(found[at], expected[at], 64.0 * std::numeric_limits<T>::epsilon()) << at;
    }
}

class WallsOnDevice : public test::OnDevice {};

TEST_F(WallsOnDevice, agree_with_the_host_for_one_row_and_for_two)
{
    for (const int rows : {1, 2}) {
        expect_the_host_result(WallExample<double>{rows});
        expect_the_host_result(WallExample<float>{rows});
    }
}

TEST_F(WallsOnDevice, agree_with_the_host_for_constants_and_zeros)
{
    WallExample<double> example{2};
    example.given.of[0] = {};
    example.given.of[3] = {.values = nullptr, .constant = 0.3};
    expect_the_host_result(example);
    WallExample<float> one{1};
    one.given = {};
    one.given.of[5].constant = 2.0;
    expect_the_host_result(one);
}

TEST_F(WallsOnDevice, a_share_is_added)
{
    const device::Stream stream = device::make_stream();
    const device::DeviceBuffer<float> share =
        device::uploaded(std::vector<float>(1000, 0.5F), stream.get());
    const device::DeviceBuffer<float> u =
        device::uploaded(std::vector<float>(1000, 2.0F), stream.get());
    AddShare<float>{}.enqueue(share.data(), u.data(), 999, stream.get());
    std::vector<float> expected(1000, 2.5F);
    expected.back() = 2.0F;
    EXPECT_EQ(device::fetch_and_wait(u, stream.get()), expected);
}

}  // namespace
}  // namespace tobiuo::walls
