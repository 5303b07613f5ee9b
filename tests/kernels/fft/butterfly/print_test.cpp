// SPDX-License-Identifier: BSD-3-Clause
// The generated text of small radices is compared word for word.
#include "kernels/fft/butterfly/print.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace tobiuo::fft::codegen {
namespace {

TEST(Print, radix_four_is_sixteen_additions)
{
    EXPECT_EQ(butterfly_text(4), R"(template <>
struct Butterfly<4> {
    /// X_k = sum_j a_j exp(-2 pi i j k / 4), in place, natural order:
    /// 16 additions, 0 multiplications.
    template <typename T>
    static constexpr void apply(Complex<T>* a)
    {
        const Complex<T> x0 = a[0];
        const Complex<T> x1 = a[1];
        const Complex<T> x2 = a[2];
        const Complex<T> x3 = a[3];
        const T t1 = x0.x + x2.x;
        const T t2 = x0.x - x2.x;
        const T t3 = x0.y + x2.y;
        const T t4 = x0.y - x2.y;
        const T t5 = x1.x + x3.x;
        const T t6 = x1.x - x3.x;
        const T t7 = x1.y + x3.y;
        const T t8 = x1.y - x3.y;
        a[0] = {t1 + t5, t3 + t7};
        a[2] = {t1 - t5, t3 - t7};
        a[1] = {t2 + t8, t4 - t6};
        a[3] = {t2 - t8, t4 + t6};
    }
};
)");
}

TEST(Print, a_constant_bears_its_value_and_all_its_digits)
{
    const std::string text = butterfly_text(3);
    EXPECT_NE(text.find("        constexpr T c0_5 = T(0.5);\n"), std::string::npos) << text;
    EXPECT_NE(text.find("        constexpr T c0_866025 = T(0.8660254037844386467"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("x0.x - c0_5 * t1;\n"), std::string::npos) << text;
}

TEST(Print, the_text_does_what_the_comment_counts)
{
    for (const std::size_t radix : generated_radices()) {
        const std::string text = butterfly_text(radix);
        const std::string code = text.substr(text.find("a)\n    {"));
        const auto count = [&](std::string_view word) {
            std::size_t found = 0;
            for (auto at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
                ++found;
            }
            return std::to_string(found);
        };
        const std::string additions =
            std::to_string(std::stoi(count(" + ")) + std::stoi(count(" - ")));
        EXPECT_NE(text.find(additions + " additions, " + count(" * ") + " multiplications."),
                  std::string::npos)
            << text;
    }
}

TEST(Print, lines_have_a_hundred_columns_at_most)
{
    std::istringstream header{header_text()};
    for (std::string line; std::getline(header, line);) {
        EXPECT_LE(line.size(), 100U) << line;
    }
}

TEST(Print, opencl_c_has_types_of_its_own_and_literals_with_a_point)
{
    const std::string single = butterfly_c_text(3, true);
    for (const char* part : {"void butterfly_3(Complex* a)\n{\n        const Complex x0 = a[0];\n",
                             "        const Real c0_5 = 0.5f;\n",
                             "        const Real c0_866025 = 0.8660254037844386467",
                             "        a[0] = (Complex)(x0.x + t1, x0.y + t3);\n"}) {
        EXPECT_NE(single.find(part), std::string::npos) << single;
    }
    EXPECT_NE(butterfly_c_text(3, false).find(" = 0.5;\n"), std::string::npos);
}

}  // namespace
}  // namespace tobiuo::fft::codegen
