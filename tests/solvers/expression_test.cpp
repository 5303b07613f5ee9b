// SPDX-License-Identifier: BSD-3-Clause
// Formulas: their values, and the sentences for texts that are not formulas.
#include "solvers/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <locale>
#include <numbers>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "solvers/expression/rows.hpp"
#include "tests/solvers/formulas.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;

constexpr double x = 0.7;
constexpr double y = -1.3;
constexpr double z = 2.1;

double value_of(const std::string& text)
{
    return Expression{text}.at(x, y, z);
}

/// The sentence and the position of the error in `text`.
std::pair<std::string, int> error_of(const std::string& text)
{
    try {
        static_cast<void>(Expression{text});
    } catch (const ExpressionError& error) {
        return {error.what(), error.position()};
    }
    return {"no error", -1};
}

TEST(Expression, numbers_constants_and_variables_have_their_values)
{
    EXPECT_EQ(value_of("1"), 1.0);
    EXPECT_EQ(value_of(" 1. "), 1.0);
    EXPECT_EQ(value_of(".5"), 0.5);
    EXPECT_EQ(value_of("2.5e-3"), 2.5e-3);
    EXPECT_EQ(value_of("1E+2"), 100.0);
    EXPECT_EQ(value_of("pi"), std::numbers::pi);
    EXPECT_EQ(value_of("e"), std::numbers::e);
    EXPECT_EQ(value_of("x"), x);
    EXPECT_EQ(value_of("y"), y);
    EXPECT_EQ(value_of("z"), z);
}

TEST(Expression, every_function_is_the_one_of_its_name)
{
    const std::vector<std::pair<std::string, double>> values{{"sin(x)", std::sin(x)},
                                                             {"cos(x)", std::cos(x)},
                                                             {"tan(x)", std::tan(x)},
                                                             {"asin(x)", std::asin(x)},
                                                             {"acos(x)", std::acos(x)},
                                                             {"atan(x)", std::atan(x)},
                                                             {"atan2(y, x)", std::atan2(y, x)},
                                                             {"hypot(y, x)", std::hypot(y, x)},
                                                             {"sinh(x)", std::sinh(x)},
                                                             {"cosh(x)", std::cosh(x)},
                                                             {"tanh(x)", std::tanh(x)},
                                                             {"exp(x)", std::exp(x)},
                                                             {"ln(x)", std::log(x)},
                                                             {"log10(x)", std::log10(x)},
                                                             {"sqrt(x)", std::sqrt(x)},
                                                             {"abs(y)", -y},
                                                             {"sign(y)", -1.0},
                                                             {"sign(x)", 1.0},
                                                             {"sign(0)", 0.0},
                                                             {"min(x, y, z)", y},
                                                             {"max(x, y, z)", z},
                                                             {"min(x)", x}};
    for (const auto& [text, value] : values) {
        EXPECT_DOUBLE_EQ(value_of(text), value) << text;
    }
}

TEST(Expression, operators_bind_as_in_mathematics)
{
    const std::vector<std::pair<std::string, double>> values{{"1 + 2 * 3", 7},
                                                             {"8 / 4 / 2", 1},
                                                             {"2 - 3 - 4", -5},
                                                             {"2^3^2", 512},
                                                             {"-2^2", -4},
                                                             {"2^-1", 0.5},
                                                             {"2 * -3^2", -18},
                                                             {"2 - -3", 5},
                                                             {"(1 + 2) * 3", 9},
                                                             {"1 < 2 && 3 < 2 || 2 == 2", 1},
                                                             {"1 || 0 && 0", 1},
                                                             {"1 != 1", 0},
                                                             {"2 >= 2", 1},
                                                             {"1 + 1 <= 1", 0},
                                                             {"0 ? 1 : 0 ? 2 : 3", 3},
                                                             {"1 ? 0 ? 4 : 5 : 6", 5},
                                                             {"(1 < 2) + (2 < 3)", 2}};
    for (const auto& [text, value] : values) {
        EXPECT_EQ(value_of(text), value) << text;
    }
}

TEST(Expression, and_and_or_take_every_number_but_zero_for_true)
{
    EXPECT_EQ(value_of("0.25 || 0"), 1.0);
    EXPECT_EQ(value_of("0.25 && -0.5"), 1.0);
    EXPECT_EQ(value_of("0.25 && 0"), 0.0);
    EXPECT_EQ(value_of("0.25 ? 1 : 2"), 1.0);
}

TEST(Expression, blanks_mean_nothing)
{
    EXPECT_EQ(value_of("\n sin\t( x )\r\n * 2 "), value_of("sin(x)*2"));
    EXPECT_EQ(value_of("x<1?2:3"), value_of(" x < 1 ? 2 : 3 "));
}

TEST(Expression, what_is_not_finite_is_a_value_too)
{
    EXPECT_EQ(value_of("1/0"), HUGE_VAL);
    EXPECT_EQ(value_of("ln(0)"), -HUGE_VAL);
    EXPECT_TRUE(std::isnan(value_of("sqrt(-1)")));
    EXPECT_TRUE(std::isnan(value_of("min(1, 0/0, 2)")));
    EXPECT_TRUE(std::isnan(value_of("max(0/0, 1)")));
    EXPECT_TRUE(std::isnan(value_of("sign(0/0)")));
}

TEST(Expression, variables_are_those_that_are_given)
{
    const Expression stretching{"s^2 + t", {"s", "t"}};
    EXPECT_EQ(stretching.at(3.0, 1.0), 10.0);
    EXPECT_EQ(stretching.text(), "s^2 + t");
    EXPECT_THAT(error_of("s").first, HasSubstr("unknown name 's' at character 1 of 's' (known: x"));
    const std::vector<std::vector<std::string>> refused{
        {"a", "b", "c", "d", "f"}, {"a", "a"}, {"pi"}, {"sin"}, {"2a"}};
    for (const std::vector<std::string>& variables : refused) {
        EXPECT_THROW(static_cast<void>(Expression("1", variables)), std::invalid_argument)
            << variables.front();
    }
}

TEST(Expression, knows_on_which_variables_it_depends)
{
    const Expression expression{"exp(x) + 0*z"};
    EXPECT_TRUE(expression.depends_on("x"));
    EXPECT_FALSE(expression.depends_on("y"));
    EXPECT_TRUE(expression.depends_on("z"));
}

TEST(Expression, has_the_same_values_with_a_number_in_place_of_a_variable)
{
    const Expression whole{"hypot(x*cos(2*pi*t) + y*sin(2*pi*t), z/t^2) < 1 ? t - x : exp(t)*y",
                           {"x", "y", "z", "t"}};
    for (const double time : {0.0, 0.3, -2.0}) {
        const Expression fixed = whole.with("t", time);
        EXPECT_LT(fixed.tree().size(), whole.tree().size());
        EXPECT_EQ(fixed.text(), whole.text());
        for (const double x : {-0.7, 0.0, 0.4}) {
            for (const double z : {0.01, 0.5}) {
                EXPECT_EQ(fixed.at(x, 0.2, z), whole.at(x, 0.2, z, time));
            }
        }
    }
    EXPECT_EQ((Expression{"t", {"t"}}.with("t", 3.0).at(5.0)), 3.0);
}

TEST(Expression, threads_share_it)
{
    const Expression shared{"x + 10*y"};
    std::array<double, 2> sums{};
    const auto add = [&](std::size_t thread) {
        for (int n = 0; n < 10'000; ++n) {
            sums.at(thread) += shared.at(static_cast<double>(thread), n % 2);
        }
    };
    std::thread other{add, 1};
    add(0);
    other.join();
    EXPECT_EQ(sums[0], 50'000.0);
    EXPECT_EQ(sums[1], 60'000.0);
}

/// A locale in which 1,5 is a number and 1.500 a larger one, for C++ and, if there is one, for C.
class CommaLocale {
public:
    CommaLocale() : earlier_{std::locale::global({std::locale::classic(), new Commas})}
    {
        static_cast<void>(std::setlocale(LC_NUMERIC, "de_DE.UTF-8"));
    }
    CommaLocale(const CommaLocale&) = delete;
    CommaLocale& operator=(const CommaLocale&) = delete;
    ~CommaLocale()
    {
        std::locale::global(earlier_);
        static_cast<void>(std::setlocale(LC_NUMERIC, "C"));
    }

private:
    class Commas : public std::numpunct<char> {
    protected:
        [[nodiscard]] char do_decimal_point() const override { return ','; }
        [[nodiscard]] char do_thousands_sep() const override { return '.'; }
        [[nodiscard]] std::string do_grouping() const override { return "\3"; }
    };

    std::locale earlier_;
};

TEST(Expression, numbers_are_the_same_in_every_locale)
{
    const CommaLocale locale;
    EXPECT_EQ(value_of("1.5 + 1.125"), 2.625);
    EXPECT_EQ(value_of("max(1,5)"), 5.0);
}

TEST(Expression, an_error_names_its_place_and_its_cure)
{
    const std::vector<std::pair<std::string, std::pair<std::string, int>>> errors{
        {"", {"the expression is empty: give a number or a formula such as 'sin(pi*x)'", 0}},
        {" \n", {"the expression is empty: give a number or a formula such as 'sin(pi*x)'", 0}},
        {"1 + sni(x)",
         {"unknown name 'sni' at character 5 of '1 + sni(x)' (did you mean 'sin'?)", 4}},
        {"log(x)",
         {"unknown name 'log' at character 1 of 'log(x)' (write ln for the natural logarithm, "
          "log10 for the decimal one)",
          0}},
        {"sin(x", {"missing ')' at the end of 'sin(x': close each '('", 5}},
        {"x)", {"')' without '(' at character 2 of 'x)': remove it or open it before", 1}},
        {"2*", {"missing value at the end of '2*': write a number, a variable or a formula", 2}},
        {"2**x", {"missing value before '*' at character 3 of '2**x': write ^ for a power", 2}},
        {"2x",
         {"missing operator before 'x' at character 2 of '2x': put one between them, * for a "
          "product",
          1}},
        {"sin x", {"'sin' without its parentheses at character 1 of 'sin x': write sin(...)", 0}},
        {"atan2(1)",
         {"'atan2' at character 1 of 'atan2(1)' takes 2 arguments, not 1: give it what it takes",
          0}},
        {"x-\u03c0", {"'\u03c0' has no meaning at character 3 of 'x-\u03c0': write pi", 2}},
        {"0<x<1",
         {"a second comparison '<' at character 4 of '0<x<1' (the first one is only 0 or 1): join "
          "them as in 'a < b && b < c'",
          3}},
        {"x ? 1", {"missing ':' at the end of 'x ? 1': write condition ? a : b", 5}},
        {"1 : 2", {"':' without '?' at character 3 of '1 : 2': write condition ? a : b", 2}},
        {"--x",
         {"a second sign at character 2 of '--x': write one, or put parentheses around the inner "
          "one",
          1}},
        {"1e400",
         {"'1e400' is beyond the range of numbers at character 1 of '1e400' (1e-307 to 1e308 in "
          "double precision): scale the formula",
          0}}};
    for (const auto& [text, error] : errors) {
        EXPECT_EQ(error_of(text), error) << text;
    }
}

TEST(Expression, what_sets_values_or_has_several_or_is_text_is_refused)
{
    for (const char* text : {"x=1", "x==y=1", "1,2", "(1,2)", "sin(x),cos(x)", "\"x\"", "'x'",
                             "sin(\"x\")", "x;y", "0x1F", "x+=1", "sum(x,y)", "rnd(x)", "_pi"}) {
        EXPECT_NE(error_of(text).second, -1) << text;
    }
    EXPECT_EQ(error_of("x=1").first,
              "'=' has no meaning at character 2 of 'x=1': an expression sets nothing; write == to "
              "compare");
    EXPECT_EQ(error_of("0,5").first,
              "',' outside the arguments of a function at character 2 of '0,5': write the decimal "
              "point as '.', and one formula only");
}

TEST(Expression, any_bytes_end_in_a_value_or_in_a_sentence)
{
    using std::string_literals::operator""s;
    const std::string alphabet = "x1.e+-*/^()?:<=>&|!,sin \n\0\xc3\x7f\xff"s;
    unsigned state = 1;
    for (int trial = 0; trial < 20'000; ++trial) {
        std::string text;
        for (int length = trial % 12; length > 0; --length) {
            state = state * 1664525U + 1013904223U;
            text += alphabet[(state >> 16U) % alphabet.size()];
        }
        try {
            static_cast<void>(Expression{text}.at(1, 1, 1));
        } catch (const ExpressionError& error) {
            EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("cannot be compiled"))) << text;
            EXPECT_LE(error.position(), static_cast<int>(text.size()));
        }
    }
}

TEST(Expression, what_is_too_long_is_refused_and_depth_is_not)
{
    std::string text = "1";
    while (text.size() < 100'000) {
        text += "+1";
    }
    EXPECT_THAT(error_of(text).first,
                HasSubstr("...' has 100001 characters, more than the 20000 of an expression: make "
                          "it shorter"));
    EXPECT_EQ(value_of(std::string(5000, '(') + "x" + std::string(5000, ')')), x);
}

TEST(Expression, operations_are_computed_once)
{
    const expression::Tree tree = Expression{"sin(x)^2 + 2*3*sin(x)^4 - sin(x)/pi*0"}.tree();
    EXPECT_EQ(
        std::ranges::count(tree, expression::Operation::call_one, &expression::Node::operation), 1);
    EXPECT_EQ(Expression{"2*3 + sqrt(16)"}.tree().size(), 1U);
}

/// Points of a row, more than a block of Rows.
std::vector<double> row_of_positions()
{
    std::vector<double> positions;
    for (int n = 0; n < 300; ++n) {
        positions.push_back(-1.0 + 0.0071 * n);
    }
    return positions;
}

TEST(ExpressionRows, have_the_bits_of_points)
{
    const std::vector<double> positions = row_of_positions();
    std::vector<double> row(positions.size());
    for (const std::string& text : test::all_formulas) {
        const Expression formula = test::in_space_and_time(text);
        for (int along = 0; along < 4; ++along) {
            const expression::Rows rows{formula, along, positions};
            expression::Rows::Scratch scratch;
            for (const double other : {-0.4, 0.3}) {
                std::array<double, 4> at{other, 0.2, other, 0.7};
                rows.compute(at, scratch, row);
                for (std::size_t n = 0; n < row.size(); ++n) {
                    at.at(static_cast<std::size_t>(along)) = positions[n];
                    ASSERT_EQ(std::bit_cast<std::uint64_t>(row[n]),
                              std::bit_cast<std::uint64_t>(formula.at(at[0], at[1], at[2], at[3])))
                        << text << " along " << along << " at " << n;
                }
            }
        }
    }
}

}  // namespace
}  // namespace tobiuo
