// SPDX-License-Identifier: BSD-3-Clause
// The text of formulas for devices: it compiles, and its values are those of the host.
#include "solvers/expression/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/formula_item.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"
#include "solvers/expression/array_filler.hpp"
#include "tests/solvers/formulas.hpp"
#include "tests/support/device.hpp"
#include "tests/support/opencl.hpp"

namespace tobiuo::expression {
namespace {

/// Formulas whose operations are all rounded to the nearest double, or exact.
const std::vector<std::string> exact_formulas{"sqrt(abs(y*z)) + x/3 - t*(x + 2*y - z/3)",
                                              "sign(x - 0.3) + sign(y)",
                                              "min(x, y, z) + max(x, y, t, 0.25)",
                                              "x < y && z <= t || x > 0.5 && y >= 0.1",
                                              "(x == y) + (y != z)",
                                              "x < 0.5 ? y : z < 0.25 ? x*t : -y",
                                              "z^3 - y^4 + (x + 3)^-1",
                                              "x*y + z*t",
                                              "1e300*x*1e300",
                                              "sqrt(x)",
                                              "x/0 + 0*y",
                                              "5e-324*x + -0*y",
                                              "1/0 - x",
                                              "min(x, 0/0)",
                                              "pi"};

/// Formulas of one function each.
const std::vector<std::string> function_formulas{
    "sin(9*x)", "cos(9*x)",    "tan(x)",  "asin(x)",     "acos(x)",     "atan(x)",    "atan2(x, y)",
    "sinh(x)",  "cosh(x)",     "tanh(x)", "exp(9*x)",    "ln(abs(x))",  "log10(2+x)", "abs(x)^1.7",
    "2^x",      "hypot(x, y)", "(2+y)^x", "abs(x*y)^-3", "sqrt(x*x+1)", "ln(2+x*y*t)"};

/// Some hundred points with values of both signs, and time.
std::array<std::vector<double>, 3> positions()
{
    std::array<std::vector<double>, 3> positions;
    for (int n = 0; n < 37; ++n) {
        positions[0].push_back(-0.99 + 0.0551 * n);
    }
    positions[1] = {-1.3, 0.0, 0.37, 0.9};
    positions[2] = {-0.6, 0.2};
    return positions;
}
constexpr std::array times{0.25, -0.7};

std::vector<double> values_on_host(const std::string& text)
{
    std::vector<double> values;
    const auto [x, y, z] = positions();
    const Expression formula = test::in_space_and_time(text);
    for (const double t : times) {
        for (const double at_z : z) {
            for (const double at_y : y) {
                for (const double at_x : x) {
                    values.push_back(formula.at(at_x, at_y, at_z, t));
                }
            }
        }
    }
    return values;
}

/// The number of doubles from one to the other; of two NaNs 0.
std::int64_t ulps_between(double a, double b)
{
    if (std::isnan(a) || std::isnan(b)) {
        return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<std::int64_t>::max();
    }
    const auto place = [](double value) {
        const auto bits = std::bit_cast<std::int64_t>(value);
        return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
    };
    return std::abs(place(a) - place(b));
}

void expect_near(const std::vector<double>& values, const std::string& text, std::int64_t ulps)
{
    const std::vector<double> expected = values_on_host(text);
    ASSERT_EQ(values.size(), expected.size()) << text;
    std::int64_t most = 0;
    for (std::size_t n = 0; n < values.size(); ++n) {
        most = std::max(most, ulps_between(values[n], expected[n]));
    }
    EXPECT_LE(most, ulps) << text;
}

ArrayFiller filler_of(const runtime::Machine& machine, const std::vector<std::string>& texts)
{
    std::vector<FormulaArray> arrays;
    for (const std::string& text : texts) {
        arrays.push_back({test::in_space_and_time(text), positions()});
    }
    return ArrayFiller{machine, arrays};
}

/// What a filler of these formulas makes on the machine: the values of each at all times.
std::vector<std::vector<double>> filled(const runtime::Machine& machine,
                                        const std::vector<std::string>& texts)
{
    const ArrayFiller filler = filler_of(machine, texts);
    const auto all = static_cast<std::size_t>(filler.values());
    const runtime::Array array = machine.allocate(times.size() * all * sizeof(double));
    filler.fill(times, array.as<double>(), nullptr);
    std::vector<double> values(times.size() * all);
    machine.read_and_wait(std::as_writable_bytes(std::span{values}), array.data());
    std::vector<std::vector<double>> of_each(texts.size());
    for (std::size_t time = 0; time < times.size(); ++time) {
        for (std::size_t n = 0; n < texts.size(); ++n) {
            const auto first =
                values.begin() + static_cast<std::ptrdiff_t>(time * all) + filler.first(n);
            of_each[n].insert(of_each[n].end(), first, first + filler.values() / std::ssize(texts));
        }
    }
    return of_each;
}

TEST(ExpressionText, has_each_node_once_and_numbers_that_read_back)
{
    EXPECT_EQ(body_of(test::in_space_and_time("sin(x)^2 + 0.1*t").tree()),
              "const double n0 = x;\n"
              "const double n1 = sin(n0);\n"
              "const double n2 = n1 * n1;\n"
              "const double n3 = (0x1.999999999999ap-4);\n"
              "const double n4 = t;\n"
              "const double n5 = n3 * n4;\n"
              "const double n6 = n2 + n5;\n"
              "return n6;\n");
    for (const char* number : {"0", "1", "1/3", "-pi", "5e-324", "1.7976931348623157e308", "-0"}) {
        const std::string text = body_of(Expression{number}.tree());
        const std::string literal =
            text.substr(text.find('(') + 1, text.find(')') - text.find('(') - 1);
        EXPECT_EQ(ulps_between(std::strtod(literal.c_str(), nullptr), Expression{number}.at(0)), 0)
            << text;
    }
}

TEST(ExpressionText, fills_arrays_on_the_host_with_the_bits_of_points)
{
    for (const auto& texts : {exact_formulas, function_formulas, test::all_formulas}) {
        const auto values = filled(*runtime::make_host_machine(), texts);
        for (std::size_t n = 0; n < texts.size(); ++n) {
            expect_near(values[n], texts[n], 0);
        }
    }
}

/// Expects rows in the middle of an array to be those of the whole.
void expect_rows_of_the_whole(const runtime::Machine& machine)
{
    const std::vector<std::string> texts{"x*y + z"};
    const ArrayFiller filler = filler_of(machine, texts);
    const auto length = static_cast<std::ptrdiff_t>(positions()[0].size());
    std::vector<double> rows(static_cast<std::size_t>(4 * length));
    const runtime::Array array = machine.allocate(std::span{rows}.size_bytes());
    filler.fill_rows(3, 4, array.as<double>(), nullptr);
    machine.read_and_wait(std::as_writable_bytes(std::span{rows}), array.data());
    const std::vector<double> whole = filled(machine, texts).front();
    EXPECT_TRUE(std::equal(rows.begin(), rows.end(), whole.begin() + 3 * length));
}

TEST(ExpressionText, fills_rows_of_an_array)
{
    expect_rows_of_the_whole(*runtime::make_host_machine());
}

class ExpressionTextNvrtc : public ::testing::TestWithParam<const char*> {};

TEST_P(ExpressionTextNvrtc, compiles_without_a_remark)
{
    std::vector<Expression> formulas;
    for (const auto& texts : {exact_formulas, function_formulas, test::all_formulas}) {
        std::ranges::transform(texts, std::back_inserter(formulas), &test::in_space_and_time);
    }
    const device::CompiledKernel compiled = device::compile(
        runtime::item_kernel(FillArrays<double>::kind, Precision::fp64, text_of(formulas)),
        GetParam());
    EXPECT_TRUE(compiled.image.starts_with("\177ELF"));
    EXPECT_EQ(compiled.log, "");
}

INSTANTIATE_TEST_SUITE_P(Expression, ExpressionTextNvrtc, ::testing::Values("sm_80", "sm_90"));

class ExpressionTextOnDevice : public test::OnDevice {};

TEST_F(ExpressionTextOnDevice, fills_rows_of_an_array)
{
    expect_rows_of_the_whole(*runtime::make_cuda_machine());
}

TEST_F(ExpressionTextOnDevice, has_the_bits_of_the_host_but_for_functions)
{
    const auto machine = runtime::make_cuda_machine();
    const auto exact = filled(*machine, exact_formulas);
    for (std::size_t n = 0; n < exact.size(); ++n) {
        expect_near(exact[n], exact_formulas[n], 0);
    }
    const auto near = filled(*machine, function_formulas);
    for (std::size_t n = 0; n < near.size(); ++n) {
        expect_near(near[n], function_formulas[n], ulps_of_functions);
    }
}

class ExpressionTextOnOpenCL : public test::OnOpenCL {};

TEST_F(ExpressionTextOnOpenCL, has_the_bits_of_the_host_but_for_functions)
{
    std::vector<std::string> texts = exact_formulas;
    texts.insert(texts.end(), function_formulas.begin(), function_formulas.end());
    std::vector<Expression> formulas;
    std::ranges::transform(texts, std::back_inserter(formulas), &test::in_space_and_time);
    std::string text = text_of(formulas);
    text.erase(text.find("tobiuo::"), std::string_view{"tobiuo::"}.size());  // C has no namespaces
    const opencl::Context& where = opencl::context();
    const opencl::Kernel kernel{
        {.name = "formulas",
         .source = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                   "#pragma OPENCL FP_CONTRACT OFF\n" +
                   text +
                   "__kernel void fill(__global double* row, int number, double y, double z, "
                   "double t)\n{\nconst size_t n = get_global_id(0);\n"
                   "row[n] = formula_value(number, row[n], y, z, t);\n}\n"},
        "fill"};
    const auto [x, y, z] = positions();
    const opencl::Buffer row{static_cast<std::int64_t>(x.size() * sizeof(double))};
    std::vector<double> of_row(x.size());
    constexpr std::int64_t of_pow = 16;  // OpenCL C 1.2, section 7.4
    for (std::size_t n = 0; n < texts.size(); ++n) {
        std::vector<double> values;
        for (const double t : times) {
            for (const double at_z : z) {
                for (const double at_y : y) {
                    opencl::write_and_wait<double>(row, x, where.queue());
                    kernel.launch({.groups = {x.size(), 1, 1}, .queue = where.queue()}, row,
                                  static_cast<std::int32_t>(n), at_y, at_z, t);
                    opencl::read_and_wait<double>(of_row, row, where.queue());
                    values.insert(values.end(), of_row.begin(), of_row.end());
                }
            }
        }
        expect_near(values, texts[n], n < exact_formulas.size() ? 0 : of_pow);
    }
}

}  // namespace
}  // namespace tobiuo::expression
