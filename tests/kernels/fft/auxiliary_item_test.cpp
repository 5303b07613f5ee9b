// Kinds 1 in single precision, by the kernel's own code on the host: errors of rounding, which their
// method adds up, stay small for rough and for smooth numbers.
#include "kernels/fft/auxiliary_item.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "kernels/fft/pass_twin.hpp"
#include "kernels/fft/tables.hpp"

namespace tobiuo::fft {
namespace {

constexpr int length = 512;
constexpr int columns = 32;

template <Continuation continuation>
constexpr PassForm form()
{
    const Lines lines{
        .count = columns / 2, .step = columns / 2, .inner = columns / 2, .inner_step = 1};
    return {.block = {.length = length,
                      .stages = 2,
                      .radices = {32, 16},
                      .lanes = 16,
                      .lines = 16,
                      .load_along = false,
                      .store_along = false},
            .points = continuation == Continuation::odd ? length - 1 : length + 1,
            .source = lines,
            .sink = lines,
            .pairs = {.way = Way::analyse, .continuation = continuation, .row_pairs = columns / 2}};
}

/// Relative error in the 2-norm, of numbers that fall as 1 / (1 + j)^power.
template <Continuation continuation>
double error_of(int power)
{
    static constexpr PassForm pass = form<continuation>();
    const int first = continuation == Continuation::odd ? 1 : 0;
    const auto at = [](int row, int column) {
        return static_cast<std::size_t>(row * columns + column);
    };
    std::vector<float> numbers(static_cast<std::size_t>(pass.points * columns));
    std::mt19937_64 engine{1};
    std::uniform_real_distribution<float> random{-1, 1};
    for (int row = 0; row < pass.points; ++row) {
        for (int column = 0; column < columns; ++column) {
            numbers[at(row, column)] =
                random(engine) / static_cast<float>(std::pow(row + 1.0, power));
        }
    }
    std::vector<float> found(numbers.size());
    const HostTables<float> tables{pass};
    run_pass_on_host<pass, float>(numbers.data(), found.data(), tables.view());
    double difference = 0.0;
    double size = 0.0;
    for (int column = 0; column < columns; ++column) {
        for (int k = first; k < first + pass.points; ++k) {
            double sum = 0.0;
            for (int j = first; j < first + pass.points; ++j) {
                const double angle = std::numbers::pi * (j * k % (2 * length)) / length;
                const double end = j == 0 || j == length ? 0.5 : 1.0;
                sum += end * numbers[at(j - first, column)] *
                       (first == 1 ? std::sin(angle) : std::cos(angle));
            }
            difference += std::pow(found[at(k - first, column)] - sum, 2);
            size += sum * sum;
        }
    }
    return std::sqrt(difference / size);
}

constexpr double epsilon = std::numeric_limits<float>::epsilon();

TEST(FftAuxiliaryItem, sums_of_differences_do_not_walk_away)
{
    EXPECT_LT(error_of<Continuation::odd>(0), 7.0 * epsilon);
    EXPECT_LT(error_of<Continuation::even>(0), 7.0 * epsilon);
}

TEST(FftAuxiliaryItem, smooth_numbers_are_transformed_as_well_as_rough_ones)
{
    EXPECT_LT(error_of<Continuation::odd>(2), 6.0 * epsilon);
    EXPECT_LT(error_of<Continuation::even>(2), 6.0 * epsilon);
}

}  // namespace
}  // namespace tobiuo::fft
