#include "kernels/fft/butterfly/complex_expression.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace tobiuo::fft::codegen {

ComplexExpression operator+(ComplexExpression a, ComplexExpression b)
{
    return {a.re + b.re, a.im + b.im};
}

ComplexExpression operator-(ComplexExpression a, ComplexExpression b)
{
    return {a.re - b.re, a.im - b.im};
}

std::vector<ComplexExpression> points(Graph& graph, std::size_t n)
{
    std::vector<ComplexExpression> all;
    for (std::size_t j = 0; j < n; ++j) {
        const std::string name = "x" + std::to_string(j);
        all.push_back({graph.symbol(name + ".x"), graph.symbol(name + ".y")});
    }
    return all;
}

ComplexExpression quarter_turned(ComplexExpression a)
{
    return {a.im, -a.re};
}

UnitRoot unit_root(std::size_t k, std::size_t n)
{
    // Angles are in units of a 24th of 1 / n, so that halves, quarters, eighths and twelfths are
    // integers.
    const std::size_t turn = 24 * n;
    std::size_t angle = 24 * (k % n);
    const bool below = angle > turn / 2;
    angle = below ? turn - angle : angle;
    const bool left = angle > turn / 4;
    angle = left ? turn / 2 - angle : angle;
    const bool steep = angle > turn / 8;
    angle = steep ? turn / 4 - angle : angle;

    const long double radians = 2 * std::numbers::pi_v<long double> *
                                (static_cast<long double>(angle) / static_cast<long double>(turn));
    UnitRoot root{std::cos(radians), std::sin(radians)};
    if (angle == turn / 12) {
        root.sine = 0.5L;
    }
    if (angle == turn / 8) {
        root.cosine = root.sine = std::sqrt(0.5L);
    }
    if (steep) {
        std::swap(root.cosine, root.sine);
    }
    return {left ? -root.cosine : root.cosine, below ? -root.sine : root.sine};
}

Expression weighted_sum(const std::vector<Term>& terms)
{
    const auto largest = std::ranges::max_element(
        terms, {}, [](const Term& term) { return std::fabs(term.weight); });
    if (largest->weight == 0) {
        return largest->value.graph->constant(0);
    }
    Expression sum = largest->value;
    for (const Term& term : terms) {
        if (&term != &*largest) {
            sum = sum + (term.weight / largest->weight) * term.value;
        }
    }
    return largest->weight * sum;
}

ComplexExpression rotated(ComplexExpression a, std::size_t k, std::size_t n)
{
    const auto [cosine, sine] = unit_root(k, n);
    return {weighted_sum({{cosine, a.re}, {sine, a.im}}),
            weighted_sum({{cosine, a.im}, {-sine, a.re}})};
}

}  // namespace tobiuo::fft::codegen
