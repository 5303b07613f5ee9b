// SPDX-License-Identifier: BSD-3-Clause
// A good case cut and damaged at every byte: it reads or it is bad input, never anything else.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "tests/app/case/case_folder.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {
namespace {

constexpr std::string_view long_himeno =
    "# every kind of value\n"
    "name: \"a\"\n"
    "solver: himeno\n"
    "grid:\n"
    "  cells: [5, 6, 7]\n"
    "  extent: { x: [-1, 1.5], y: [0, 1e-3], z: [2, 3] }\n"
    "coefficients: { random: { seed: 7 } }\n"
    "method: { precision: double, omega: 1.25 }\n"
    "run: { tolerance: 1e-6, max_sweeps: 7 }\n"
    "output: { directory: 'sub/d\xC3\xA9', fields: [a0, p], picture: false }\n";

constexpr std::string_view long_poisson =
    "name: a\n"
    "solver: poisson\n"
    "grid:\n"
    "  cells: [3, 4]\n"
    "  extent: { x: [-1, 1.5] }\n"
    "  coordinates: { y: [0, 0.1, 0.3, 0.6, 1] }\n"
    "boundary: { x: neumann, y: { lower: { dirichlet: 0 }, upper: { neumann: \"sin(pi*x)\" } } }\n"
    "source: exp(-((x-1)^2 + y^2))\n"
    "exact: 'x > 0 ? 1 : y'\n"
    "method: { operator: fourth-order, lambda: -1 }\n";

constexpr std::string_view long_flow =
    "name: a\n"
    "solver: flow\n"
    "grid: { cells: [3, 4], coordinates: { y: \"s^2\" } }\n"
    "fluid: { viscosity: 0.1, force: [1, 0, 0] }\n"
    "faces:\n"
    "  x: { lower: { kind: inflow, velocity: [\"y > 0\", 0, 1] }, upper: outflow }\n"
    "  y: no-slip\n"
    "initial: { u: sin(x), noise: { amplitude: 0.1, seed: 3 } }\n"
    "run: { until: 1, max_steps: 9, cfl: 0.5 }\n"
    "output: { every: 0.5, picture: { field: u } }\n"
    "checkpoint: { every: 10 min, keep: 1 }\n";

class DamagedCase : public ::testing::TestWithParam<std::string_view> {
protected:
    /// Fails unless `text` reads or causes an InputError with a sentence.
    void expect_answer(const std::string& text)
    {
        const auto file = folder_.write("case.yaml", text);
        try {
            const Case the_case = read_case(file, {});
            EXPECT_FALSE(the_case.name.empty()) << text;
            EXPECT_FALSE(resolved_yaml(the_case).empty()) << text;
            ++good_;
        } catch (const InputError& error) {
            EXPECT_STRNE(error.what(), "") << text;
        } catch (const std::exception& error) {
            ADD_FAILURE() << error.what() << " for\n" << text;
        }
    }

    std::string_view long_case_ = GetParam();
    TemporaryFolder folder_;
    int good_ = 0;
};

TEST_P(DamagedCase, cut_at_every_byte_is_answered)
{
    for (std::size_t length = 0; length <= long_case_.size(); ++length) {
        expect_answer(std::string{long_case_.substr(0, length)});
    }
    EXPECT_GE(good_, 1);
}

TEST_P(DamagedCase, without_any_one_byte_is_answered)
{
    for (std::size_t i = 0; i < long_case_.size(); ++i) {
        expect_answer(std::string{long_case_}.erase(i, 1));
    }
    EXPECT_GE(good_, 1);
}

TEST_P(DamagedCase, with_any_byte_replaced_is_answered)
{
    constexpr std::uint32_t seed = 20080101;
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    using namespace std::string_view_literals;
    constexpr auto nasty =
        "\0\t\n\r :,-[]{}#&*!|>'\"%@`~?\\\x04\x7F\xC3\xFF"
        "0.e<"sv;
    for (std::size_t i = 0; i < long_case_.size(); ++i) {
        for (int time = 0; time < 6; ++time) {
            std::string text{long_case_};
            text[i] =
                time == 0 ? static_cast<char>(random() % 256U) : nasty[random() % nasty.size()];
            expect_answer(text);
        }
    }
    EXPECT_GE(good_, 1);
}

TEST_P(DamagedCase, with_lines_shuffled_is_answered)
{
    constexpr std::uint32_t seed = 20080102;
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    std::vector<std::string> lines;
    std::istringstream stream{std::string{long_case_}};
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line + "\n");
    }
    for (int time = 0; time < 300; ++time) {
        std::string text;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            text += std::string(random() % 3U, ' ') + lines[random() % lines.size()];
        }
        expect_answer(text);
    }
}

INSTANTIATE_TEST_SUITE_P(OfSolver, DamagedCase,
                         ::testing::Values(long_himeno, long_poisson, long_flow),
                         [](const auto& info) {
                             return info.index == 0   ? "himeno"
                                    : info.index == 1 ? "poisson"
                                                      : "flow";
                         });

}  // namespace
}  // namespace tobiuo::test
