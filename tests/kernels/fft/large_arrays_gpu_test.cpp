// SPDX-License-Identifier: BSD-3-Clause
// Arrays of more than 2^31 values on the device: some rows of the transform of an impulse are
// checked.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/fft/device_plan.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "tests/support/device.hpp"
#include "tests/support/direct_dft.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::fft {
namespace {

using test::Wide;

struct Place {
    std::int64_t batch;
    std::int64_t z;
    std::int64_t y;
    std::int64_t x = 0;
};

/// An array of a three-dimensional problem on the device.
template <typename T>
class LargeArray {
public:
    /// Allocates the array and fills it with zeros.
    explicit LargeArray(const Problem& problem)
        : problem_{problem}, buffer_{static_cast<std::size_t>(output_bytes(problem)) / sizeof(T)}
    {
        device::clear(buffer_, "clear a large array", stream_.get());
    }

    /// Sets the element, or its real part, to one.
    void set(const Place& place)
    {
        const std::array<T, 1> one{1};
        device::copy_to_device<T>(at(place, problem_.kind != Kind::r2c), one, stream_.get());
        device::synchronize(stream_.get());
    }

    void transform(const DevicePlan& plan)
    {
        plan.execute(buffer_.data(), buffer_.data(), stream_.get());
    }

    /// The row of the output that contains a place, as complex values.
    [[nodiscard]] std::vector<Wide> row(Place place) const
    {
        place.x = 0;
        const bool real = problem_.kind == Kind::c2r;
        const auto values =
            static_cast<std::size_t>(real ? problem_.lengths.back() : spectrum_row(problem_));
        std::vector<T> scalars(real ? values : 2 * values);
        device::copy_to_host<T>(scalars, at(place, !real), stream_.get());
        device::synchronize(stream_.get());
        std::vector<Wide> numbers;
        for (std::size_t n = 0; n < values; ++n) {
            numbers.push_back(real ? Wide{scalars[n]} : Wide{scalars[2 * n], scalars[2 * n + 1]});
        }
        return numbers;
    }

private:
    /// The address of a place; in place, real rows are padded to the length of their spectrum's
    /// rows.
    [[nodiscard]] T* at(const Place& place, bool complex) const
    {
        const auto& lengths = problem_.lengths;
        const std::int64_t row = (place.batch * lengths[0] + place.z) * lengths[1] + place.y;
        return buffer_.data() + row * 2 * spectrum_row(problem_) + (complex ? 2 : 1) * place.x;
    }

    Problem problem_;
    device::Stream stream_ = device::make_stream();
    device::DeviceBuffer<T> buffer_;
};

/// The row of the output that contains `to`, for a one at `from`.
std::vector<Wide> wave(const Problem& problem, const Place& from, const Place& to)
{
    const int sign = problem.direction == Direction::forward ? -1 : 1;
    const auto& lengths = problem.lengths;
    const auto z = test::roots_of_unity(lengths[0], sign);
    const auto y = test::roots_of_unity(lengths[1], sign);
    const auto x = test::roots_of_unity(lengths[2], sign);
    const auto of = [](const std::vector<Wide>& roots, std::int64_t n, std::int64_t k) {
        return roots[static_cast<std::size_t>(n * k) % roots.size()];
    };
    const std::int64_t values =
        problem.kind == Kind::r2c ? spectrum_row(problem) : problem.lengths.back();
    std::vector<Wide> row;
    for (std::int64_t k = 0; k < values; ++k) {
        const Wide value = of(z, from.z, to.z) * of(y, from.y, to.y) * of(x, from.x, k);
        const bool elsewhere = from.batch != to.batch;
        row.push_back(elsewhere                   ? Wide{0}
                      : problem.kind == Kind::c2r ? value + std::conj(value)
                                                  : value);
    }
    return row;
}

class FftLargeArraysOnDevice : public test::OnDevice {
protected:
    template <typename T>
    static void expect_right(Problem problem, Merging merging = Merging::automatic)
    {
        problem.precision = precision_of<T>;
        ASSERT_GT(output_bytes(problem) / static_cast<std::int64_t>(sizeof(T)),
                  std::int64_t{1} << 31U);
        if (output_bytes(problem) > device::free_device_bytes(0)) {
            GTEST_SKIP() << "no memory for " << describe(problem);
        }
        DevicePlanOptions options;
        options.choices.merging = merging;
        const DevicePlan plan{problem, options};
        SCOPED_TRACE(plan.describe());
        const std::int64_t last = problem.lengths[0] - 1;
        const Place impulse{.batch = problem.batch - 1,
                            .z = last,
                            .y = problem.lengths[1] / 3,
                            .x = problem.lengths[2] / 3};  // not its own mirror in any row
        LargeArray<T> array{problem};
        array.set(impulse);
        array.transform(plan);
        for (const std::int64_t batch : {std::int64_t{0}, problem.batch / 2, problem.batch - 1}) {
            for (const std::int64_t z : {std::int64_t{0}, last / 2, last}) {
                const Place to{.batch = batch, .z = z, .y = problem.lengths[1] - 1};
                const auto expected = wave(problem, impulse, to);
                const auto found = array.row(to);
                if (batch == impulse.batch) {
                    EXPECT_LE(test::relative_l2(found, expected),
                              test::fft_tolerance<T>(points(problem)))
                        << "z " << z;
                } else {
                    EXPECT_EQ(found, expected) << "batch " << batch << ", z " << z;
                }
            }
        }
    }
};

TEST_F(FftLargeArraysOnDevice, boxes_of_complex_values)
{
    for (const Merging merging : {Merging::always, Merging::never}) {
        expect_right<float>({.lengths = {1300, 1300, 1300}}, merging);
    }
    expect_right<double>({.lengths = {1300, 1300, 1300}, .direction = Direction::inverse});
}

TEST_F(FftLargeArraysOnDevice, boxes_of_reals)
{
    for (const Merging merging : {Merging::always, Merging::never}) {
        expect_right<float>({.lengths = {1300, 1300, 1300}, .kind = Kind::r2c}, merging);
        expect_right<float>(
            {.lengths = {1300, 1300, 1300}, .kind = Kind::c2r, .direction = Direction::inverse},
            merging);
    }
}

TEST_F(FftLargeArraysOnDevice, many_small_boxes)
{
    expect_right<float>({.lengths = {4, 6, 10}, .batch = 5'000'000});
    expect_right<float>({.lengths = {4, 6, 17}, .batch = 3'000'000});
    expect_right<double>({.lengths = {30, 28, 1}, .kind = Kind::r2c, .batch = 1'300'000});
}

}  // namespace
}  // namespace tobiuo::fft
