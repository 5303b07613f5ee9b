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

/// 16 lanes of 32 x 16 points find mirrors in shared memory, of 16 x 32 points each has its own.
enum class Mirrors { shared, own };

template <Continuation continuation, Mirrors mirrors>
constexpr PassForm form()
{
    constexpr int first = mirrors == Mirrors::own ? 16 : 32;
    const Lines lines{
        .count = columns / 2, .step = columns / 2, .inner = columns / 2, .inner_step = 1};
    return {.block = {.length = length,
                      .stages = 2,
                      .radices = {first, length / first},
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
template <Continuation continuation, Mirrors mirrors>
double error_of(int power)
{
    static constexpr PassForm pass = form<continuation, mirrors>();
    static_assert(pass.block.may_mirror() == (mirrors == Mirrors::own));
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

template <Continuation continuation, Mirrors mirrors>
void expect_rounding()
{
    EXPECT_LT((error_of<continuation, mirrors>(0)), 7.0 * epsilon) << "rough";
    EXPECT_LT((error_of<continuation, mirrors>(2)), 6.0 * epsilon) << "smooth";
}

TEST(FftAuxiliaryItem, sums_of_differences_do_not_walk_away)
{
    expect_rounding<Continuation::odd, Mirrors::shared>();
    expect_rounding<Continuation::even, Mirrors::shared>();
}

TEST(FftAuxiliaryItem, threads_that_have_the_mirrors_of_their_numbers_give_the_same)
{
    expect_rounding<Continuation::odd, Mirrors::own>();
    expect_rounding<Continuation::even, Mirrors::own>();
}

}  // namespace
}  // namespace tobiuo::fft
