// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/butterfly/print.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "kernels/fft/butterfly/dft.hpp"
#include "kernels/fft/butterfly/statements.hpp"

namespace tobiuo::fft::codegen {
namespace {

constexpr std::array<std::size_t, 19> radices{2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                              12, 13, 14, 15, 16, 20, 25, 27, 32};

/// The value with so many significant digits, as in every locale.
std::string digits_of(long double value, int count)
{
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                            std::chars_format::general, count);
    return {text.data(), end};
}

/// The name of a constant, which contains its value: c0_707107.
std::string constant_name(long double value)
{
    std::string name = "c" + digits_of(value, 6);
    std::ranges::replace(name, '.', '_');
    return name;
}

/// How a language writes what the languages differ in.
struct Dialect {
    const char* type;      ///< of a real value
    const char* constant;  ///< what stands before the name of a constant
    const char* begin_number;
    const char* end_number;
    const char* whole;  ///< what a whole number has before the end: it must not become an int
    const char* begin_complex;
    const char* end_complex;
};

constexpr Dialect cpp{"T", "constexpr T ", "T(", ")", "", "{", "}"};
constexpr Dialect c_single{"Real", "const Real ", "", "f", ".0", "(Complex)(", ")"};
constexpr Dialect c_double{"Real", "const Real ", "", "", ".0", "(Complex)(", ")"};

std::string literal(long double value, const Dialect& dialect)
{
    constexpr int digits = 21;
    const std::string text = digits_of(value, digits);
    const bool is_whole = text.find_first_of(".e") == std::string::npos;
    return dialect.begin_number + text + (is_whole ? dialect.whole : "") + dialect.end_number;
}

/// Writes the statements of one butterfly.
class Printer {
public:
    Printer(const std::vector<ComplexExpression>& outputs, const Dialect& dialect)
        : outputs_{outputs},
          graph_{*outputs.front().re.graph},
          dialect_{dialect},
          statements_{outputs}
    {
    }

    std::string text()
    {
        std::string body;
        for (const Statement& statement : statements_.in_order()) {
            body += statement.is_output ? output(statement.index) : definition(statement.index);
        }
        std::string constants;
        for (const auto& [name, value] : constants_) {
            constants +=
                "        " + (dialect_.constant + name) + " = " + literal(value, dialect_) + ";\n";
        }
        return constants + body;
    }

private:
    std::string definition(std::size_t node)
    {
        std::string line =
            std::string{"        const "} + dialect_.type + " t" + std::to_string(++names_count_);
        line += " = " + operation(node) + ";\n";
        names_[node] = "t" + std::to_string(names_count_);
        return line;
    }

    std::string output(std::size_t k)
    {
        return "        a[" + std::to_string(k) + "] = " + dialect_.begin_complex +
               part(outputs_[k].re) + ", " + part(outputs_[k].im) + dialect_.end_complex + ";\n";
    }

    std::string part(Expression value)
    {
        const bool flat =
            graph_[value.node].kind == NodeKind::product || names_.contains(value.node);
        return value.negative ? "-" + (flat ? term(value.node) : "(" + term(value.node) + ")")
                              : term(value.node);
    }

    std::string operation(std::size_t node)
    {
        const Node& n = graph_[node];
        switch (n.kind) {
            case NodeKind::product:
                return bracketed(n.left) + " * " + bracketed(n.right);
            case NodeKind::sum:
                return term(n.left) + " + " + bracketed(n.right);
            default:
                return term(n.left) + " - " + bracketed(n.right);
        }
    }

    std::string term(std::size_t node)
    {
        const Node& n = graph_[node];
        if (n.kind == NodeKind::symbol) {
            return n.symbol;
        }
        if (n.kind == NodeKind::constant) {
            return constant(n.constant);
        }
        return statements_.is_named(node) ? names_.at(node) : operation(node);
    }

    /// The text of a node, in parentheses if it is a sum.
    std::string bracketed(std::size_t node)
    {
        const NodeKind kind = graph_[node].kind;
        const bool sum = kind == NodeKind::sum || kind == NodeKind::difference;
        return sum && !statements_.is_named(node) ? "(" + term(node) + ")" : term(node);
    }

    std::string constant(long double value)
    {
        std::string name = constant_name(value);
        if (constants_.try_emplace(name, value).first->second != value) {
            throw std::logic_error{"two constants are called " + name +
                                   " (their first six digits agree); print more digits"};
        }
        return name;
    }

    const std::vector<ComplexExpression>& outputs_;
    const Graph& graph_;
    const Dialect& dialect_;
    Statements statements_;
    std::size_t names_count_ = 0;
    std::map<std::size_t, std::string> names_;
    std::map<std::string, long double> constants_;
};

/// The statements that read all inputs. They come before the first output, so the butterfly works
/// in place.
std::string loads(std::size_t radix, const char* type)
{
    std::ostringstream text;
    for (std::size_t j = 0; j < radix; ++j) {
        text << "        const " << type << " x" << j << " = a[" << j << "];\n";
    }
    return text.str();
}

std::string cost_text(const Cost& cost)
{
    return std::to_string(cost.additions) + " additions, " + std::to_string(cost.multiplications) +
           " multiplications";
}

}  // namespace

std::span<const std::size_t> generated_radices()
{
    return radices;
}

std::string butterfly_text(std::size_t radix)
{
    Graph graph;
    const std::vector<ComplexExpression> outputs = dft(points(graph, radix));
    const std::string number = std::to_string(radix);
    return "template <>\nstruct Butterfly<" + number + "> {\n" +
           "    /// X_k = sum_j a_j exp(-2 pi i j k / " + number +
           "), in place, natural order:\n    /// " + cost_text(cost(parts(outputs))) + ".\n" +
           "    template <typename T>\n    static constexpr void apply(Complex<T>* a)\n    {\n" +
           loads(radix, "Complex<T>") + Printer{outputs, cpp}.text() + "    }\n};\n";
}

std::string butterfly_c_text(std::size_t radix, bool single)
{
    Graph graph;
    const std::vector<ComplexExpression> outputs = dft(points(graph, radix));
    return "void butterfly_" + std::to_string(radix) + "(Complex* a)\n{\n" +
           loads(radix, "Complex") + Printer{outputs, single ? c_single : c_double}.text() + "}\n";
}

std::string header_text()
{
    std::string text =
        R"(// Discrete Fourier transforms of small sizes, straight-line code for host and device.
// Generated by kernels/fft/butterfly: change it there.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"

namespace tobiuo::fft {

/// apply(a): the forward transform of a[0], ..., a[radix - 1].
template <int radix>
struct Butterfly;

template <>
struct Butterfly<1> {
    template <typename T>
    static constexpr void apply(Complex<T>* /*a*/)
    {
    }
};
)";
    for (const std::size_t radix : radices) {
        text += "\n" + butterfly_text(radix);
    }
    return text + "\n}  // namespace tobiuo::fft\n";
}

}  // namespace tobiuo::fft::codegen
