// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/free_space/greens_function.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace tobiuo::poisson {
namespace {

/// 1 - x K1(x), also where x is small.
double one_less_first_k(double x)
{
    if (x == 0.0) {
        return 0.0;
    }
    if (x > 0.5) {
        return x > 700.0 ? 1.0 : 1.0 - x * std::cyl_bessel_k(1.0, x);
    }
    // Abramowitz and Stegun 9.6.11; a term is (x^2 / 4)^n / (n! (n + 1)!).
    const double square = 0.25 * x * x;
    double first_i = 0.0;
    double rest = 0.0;
    double term = 1.0;
    double psi = -std::numbers::egamma;  // of n + 1
    for (int n = 0; n < 12; ++n) {
        const double next_psi = psi + 1.0 / (n + 1);
        first_i += term;
        rest += term * (psi + next_psi);
        psi = next_psi;
        term *= square / ((n + 1.0) * (n + 2.0));
    }
    return square * (rest - 2.0 * std::log(0.5 * x) * first_i);
}

/// 1 - exp(-x) (1 + x).
double one_less_exponential(double x)
{
    if (x > 0.1) {
        return 1.0 - std::exp(-x) * (1.0 + x);
    }
    double sum = 0.0;  // of (-1)^n x^n (n - 1) / n!
    double power = 1.0;
    for (int n = 1; n < 14; ++n) {
        power *= -x / n;
        sum += power * (n - 1);
    }
    return sum;
}

double in_one(double k, double mu, double radius)
{
    if (mu == 0.0) {
        return k == 0.0
                   ? -0.5 * radius * radius
                   : (1.0 - std::cos(k * radius)) / (k * k) - radius * std::sin(k * radius) / k;
    }
    const double lost = std::exp(-mu * radius);
    return k == 0.0 ? -std::expm1(-mu * radius) / (mu * mu)
                    : (1.0 - lost * (std::cos(k * radius) - k / mu * std::sin(k * radius))) /
                          (k * k + mu * mu);
}

double in_two(double k, double mu, double radius)
{
    const double square = radius * radius;
    if (mu == 0.0) {
        return k == 0.0 ? 0.25 * square - 0.5 * square * std::log(radius)
                        : (1.0 - ::j0(k * radius)) / (k * k) -
                              radius * std::log(radius) * ::j1(k * radius) / k;
    }
    const double x = mu * radius;
    if (k == 0.0) {
        return one_less_first_k(x) / (mu * mu);
    }
    double lost = 0.0;
    if (x < 700.0) {
        lost = k * radius * ::j1(k * radius) * std::cyl_bessel_k(0.0, x) -
               x * ::j0(k * radius) * std::cyl_bessel_k(1.0, x);
    }
    return (1.0 + lost) / (k * k + mu * mu);
}

double in_three(double k, double mu, double radius)
{
    if (mu == 0.0) {
        const double half = k == 0.0 ? 0.5 * radius : std::sin(0.5 * k * radius) / k;
        return 2.0 * half * half;
    }
    const double x = mu * radius;
    return k == 0.0
               ? one_less_exponential(x) / (mu * mu)
               : (1.0 - std::exp(-x) * (std::cos(k * radius) + mu * std::sin(k * radius) / k)) /
                     (k * k + mu * mu);
}

/// The average of -log(r) over a box of the given widths around the origin.
double average_of_log(double width, double height)
{
    const double a = 0.5 * width;
    const double b = 0.5 * height;
    return 1.5 - 0.5 * std::log(a * a + b * b) - 0.5 * a / b * std::atan(b / a) -
           0.5 * b / a * std::atan(a / b);
}

/// The average of 1 / r over a box of the given widths around the origin.
double average_of_inverse(const std::array<double, 3>& widths)
{
    const double a = 0.5 * widths[0];
    const double b = 0.5 * widths[1];
    const double c = 0.5 * widths[2];
    const double r = std::hypot(a, b, c);
    const double sum =
        a * b * std::asinh(c / std::hypot(a, b)) + b * c * std::asinh(a / std::hypot(b, c)) +
        c * a * std::asinh(b / std::hypot(c, a)) -
        0.5 * (a * a * std::atan(b * c / (a * r)) + b * b * std::atan(c * a / (b * r)) +
               c * c * std::atan(a * b / (c * r)));
    return sum / (a * b * c);
}

/// The points and weights of Gauss and Legendre on -1/2 ... 1/2, whose weights have the sum 1.
struct GaussRule {
    std::vector<double> points;
    std::vector<double> weights;
};

GaussRule gauss_rule(int count)
{
    GaussRule rule;
    for (int at = 0; at < count; ++at) {
        double x = std::cos(std::numbers::pi * (at + 0.75) / (count + 0.5));
        double slope = 1.0;
        for (int iteration = 0; iteration < 100; ++iteration) {
            const auto degree = static_cast<unsigned>(count);
            const double value = std::legendre(degree, x);
            slope = count * (x * value - std::legendre(degree - 1, x)) / (x * x - 1.0);
            const double step = value / slope;
            x -= step;
            if (std::abs(step) < 1e-15) {
                break;
            }
        }
        rule.points.push_back(0.5 * x);
        rule.weights.push_back(1.0 / ((1.0 - x * x) * slope * slope));
    }
    return rule;
}

/// The rule for a cell whose centre is `distance` cells away: the nearer, the more points.
const GaussRule& rule_at(long long distance)
{
    static const GaussRule near = gauss_rule(14);
    static const GaussRule middle = gauss_rule(6);
    static const GaussRule far = gauss_rule(3);
    return distance < 4 ? near : distance < 24 ? middle : far;
}

}  // namespace

double truncated_transform(int dimensions, double k, double mu, double radius)
{
    return dimensions == 1   ? in_one(k, mu, radius)
           : dimensions == 2 ? in_two(k, mu, radius)
                             : in_three(k, mu, radius);
}

double cell_average(int dimensions, const std::array<long long, 3>& place,
                    const std::array<double, 3>& spacing)
{
    constexpr double pi = std::numbers::pi;
    long long distance = 0;
    for (int axis = 0; axis < dimensions; ++axis) {
        distance = std::max(distance, std::abs(place[static_cast<std::size_t>(axis)]));
    }
    if (distance == 0) {
        return dimensions == 1   ? -0.125 * spacing[0]
               : dimensions == 2 ? average_of_log(spacing[0], spacing[1]) / (2.0 * pi)
                                 : average_of_inverse(spacing) / (4.0 * pi);
    }
    const auto at = [&](std::size_t axis, double point) {
        return (static_cast<double>(place[axis]) + point) * spacing[axis];
    };
    if (dimensions == 1) {
        return -0.5 * std::abs(at(0, 0.0));
    }
    const GaussRule& rule = rule_at(distance);
    const std::size_t points = rule.points.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < points; ++i) {
        const double x = at(0, rule.points[i]);
        for (std::size_t j = 0; j < points; ++j) {
            const double y = at(1, rule.points[j]);
            const double weight = rule.weights[i] * rule.weights[j];
            const double square = x * x + y * y;
            if (dimensions == 2) {
                sum -= weight * 0.5 * std::log(square);
                continue;
            }
            for (std::size_t k = 0; k < points; ++k) {
                const double z = at(2, rule.points[k]);
                sum += weight * rule.weights[k] / std::sqrt(square + z * z);
            }
        }
    }
    return sum / (dimensions == 2 ? 2.0 * pi : 4.0 * pi);
}

}  // namespace tobiuo::poisson
