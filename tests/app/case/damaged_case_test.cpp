// A good case cut and damaged at every byte: it reads or it is bad input, and nothing else.
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

constexpr std::string_view long_case =
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

class DamagedCase : public ::testing::Test {
protected:
    /// Fails unless `text` reads or is InputError with a sentence.
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

    TemporaryFolder folder_;
    int good_ = 0;
};

TEST_F(DamagedCase, cut_at_every_byte_is_answered)
{
    for (std::size_t length = 0; length <= long_case.size(); ++length) {
        expect_answer(std::string{long_case.substr(0, length)});
    }
    EXPECT_GE(good_, 1);
}

TEST_F(DamagedCase, without_any_one_byte_is_answered)
{
    for (std::size_t i = 0; i < long_case.size(); ++i) {
        expect_answer(std::string{long_case}.erase(i, 1));
    }
    EXPECT_GE(good_, 1);
}

TEST_F(DamagedCase, with_any_byte_replaced_is_answered)
{
    constexpr std::uint32_t seed = 20080101;
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    using namespace std::string_view_literals;
    constexpr auto nasty =
        "\0\t\n\r :,-[]{}#&*!|>'\"%@`~?\\\x04\x7F\xC3\xFF"
        "0.e<"sv;
    for (std::size_t i = 0; i < long_case.size(); ++i) {
        for (int time = 0; time < 6; ++time) {
            std::string text{long_case};
            text[i] =
                time == 0 ? static_cast<char>(random() % 256U) : nasty[random() % nasty.size()];
            expect_answer(text);
        }
    }
    EXPECT_GE(good_, 1);
}

TEST_F(DamagedCase, with_lines_shuffled_is_answered)
{
    constexpr std::uint32_t seed = 20080102;
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    std::vector<std::string> lines;
    std::istringstream stream{std::string{long_case}};
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

}  // namespace
}  // namespace tobiuo::test
