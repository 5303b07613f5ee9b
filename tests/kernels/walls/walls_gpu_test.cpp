// SPDX-License-Identifier: BSD-3-Clause
// Walls on a GPU against those on the host.
#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "tests/kernels/walls/wall_example.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::walls {
namespace {

class WallsOnDevice : public test::OnDevice {
protected:
    template <typename T>
    [[nodiscard]] runtime::Array uploaded(const std::vector<T>& values) const
    {
        return machine_->copied_and_wait(std::as_bytes(std::span{values}));
    }
    template <typename T>
    [[nodiscard]] std::vector<T> fetched(const runtime::Array& array) const
    {
        std::vector<T> values(array.bytes() / sizeof(T));
        machine_->read_and_wait(std::as_writable_bytes(std::span{values}), array.data());
        return values;
    }

    template <typename T>
    [[nodiscard]] std::vector<T> corrected_on_device(const WallExample<T>& example) const
    {
        std::vector<runtime::Array> kept;
        Box box = example.box;
        GivenFaces<T> given = example.given;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            kept.push_back(uploaded(example.weights.at(axis)));
            box.along[axis].weights = kept.back().template as<double>();
        }
        for (std::size_t face = 0; face < face_count; ++face) {
            if (given.of[face].values != nullptr) {
                kept.push_back(uploaded(example.values.at(face)));
                given.of[face].values = kept.back().template as<T>();
            }
        }
        const Box changing = only_changing(box, given);
        const runtime::Array curvatures =
            machine_->allocate(static_cast<std::size_t>(changing.points) * sizeof(double));
        const runtime::Array f = uploaded(example.f);
        correct<T>({.box = changing,
                    .given = given,
                    .f = f.template as<T>(),
                    .curvatures = curvatures.template as<double>()},
                   *machine_);
        return fetched<T>(f);
    }

    template <typename T>
    void expect_the_host_result(const WallExample<T>& example) const
    {
        const std::vector<T> expected = example.corrected(1);
        const std::vector<T> found = corrected_on_device(example);
        for (std::size_t at = 0; at < expected.size(); ++at) {
            EXPECT_NEAR(found[at], expected[at], 64.0 * std::numeric_limits<T>::epsilon()) << at;
        }
    }

    void SetUp() override
    {
        test::OnDevice::SetUp();
        if (!IsSkipped()) {
            machine_ = runtime::make_cuda_machine();
        }
    }

    std::unique_ptr<const runtime::Machine> machine_;
};

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

TEST_F(WallsOnDevice, a_share_is_added_and_an_array_multiplied)
{
    const runtime::Array share = uploaded(std::vector<float>(1000, 0.5F));
    const runtime::Array u = uploaded(std::vector<float>(1000, 2.0F));
    const runtime::ForEach<AddShare<float>> add{*machine_};
    add({.share = share.as<float>(), .u = u.as<float>()}, 999, nullptr);
    const runtime::ForEach<Multiply<float>> multiply{*machine_};
    multiply({.f = share.as<float>(), .u = share.as<float>(), .factor = 3.0}, 1000, nullptr);
    std::vector<float> expected(1000, 2.5F);
    expected.back() = 2.0F;
    EXPECT_EQ(fetched<float>(u), expected);
    EXPECT_EQ(fetched<float>(share), std::vector<float>(1000, 1.5F));
}

}  // namespace
}  // namespace tobiuo::walls
