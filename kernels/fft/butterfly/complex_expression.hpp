// Complex values of the generator: pairs of real expressions, and their products with roots of
// unity.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/fft/butterfly/expression.hpp"

namespace tobiuo::fft::codegen {

struct ComplexExpression {
    Expression re;
    Expression im;
};

[[nodiscard]] ComplexExpression operator+(ComplexExpression a, ComplexExpression b);
[[nodiscard]] ComplexExpression operator-(ComplexExpression a, ComplexExpression b);
/// Makes the symbols x0.x, x0.y, x1.x, ... of n points.
[[nodiscard]] std::vector<ComplexExpression> points(Graph& graph, std::size_t n);

/// -i a, which needs no operation.
[[nodiscard]] ComplexExpression quarter_turned(ComplexExpression a);

/// cos and sin of 2 pi k / n, reduced to the first octant by exact symmetries: 0, 1/2, 1 and
/// cos = sin at 45 degrees come out exactly, and equal angles give equal numbers.
struct UnitRoot {
    long double cosine;
    long double sine;
};
[[nodiscard]] UnitRoot unit_root(std::size_t k, std::size_t n);

struct Term {
    long double weight = 0;
    Expression value;
};

/// sum_j weight_j value_j as c (value_m + sum of ratio_j value_j), where c is the weight of largest
/// magnitude: the factor c becomes part of a fused multiply-add where the result is added to
/// something, as it usually is, and weights of equal magnitude need no ratio.
[[nodiscard]] Expression weighted_sum(const std::vector<Term>& terms);

/// a exp(-2 pi i k / n), with no multiplication for multiples of 90 degrees, two for those of 45,
/// else four.
[[nodiscard]] ComplexExpression rotated(ComplexExpression a, std::size_t k, std::size_t n);

}  // namespace tobiuo::fft::codegen
