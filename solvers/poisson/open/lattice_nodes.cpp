// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/open/lattice_nodes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tobiuo::poisson {
namespace {

/// The step of the trapezoidal rule, whose error is exp(-pi^2 / step) = 7e-18 times the integrand where
/// |Im s| is pi / 2. There t comes to about -1 times `scale`, where heat kernels grow as exp(-12 t).
constexpr double step = 0.25;
constexpr double scale = 0.25;
constexpr double first_s = -3.75;   ///< where t and dt / ds are below 1e-18
constexpr double forgotten = 42.0;  ///< exp(-42) is 6e-19
constexpr int gaussian_nodes = 8;
constexpr double least_tail = 16.0;  ///< in units: before it heat kernels are no series in 1 / t

/// Hankel's series of exp(-x) I_n(x): converges to eps where n^2 < x.
double hankel(double x, double n)
{
    double term = 1.0 / std::sqrt(2.0 * std::numbers::pi * x);
    double sum = term;
    for (int k = 1; k < 60; ++k) {
        const double odd = 2.0 * k - 1.0;
        const double next = -term * (4.0 * n * n - odd * odd) / (8.0 * k * x);
        if (std::abs(next) < 1e-18 * std::abs(sum)) {
            break;
        }
        term = next;
        sum += term;
    }
    return sum;
}

struct Node {
    long double x;  ///< 1 / t
    long double weight;
};

/// Polynomials that are orthogonal with the weights of nodes: p[k+1] = (x - a[k]) p[k] - b[k] p[k-1].
struct Recurrence {
    std::vector<long double> a;
    std::vector<long double> b;

    [[nodiscard]] long double at(long double x, int degree) const
    {
        long double before = 0.0L;
        long double value = 1.0L;
        for (int k = 0; k < degree; ++k) {
            const auto at = static_cast<std::size_t>(k);
            const long double next = (x - a[at]) * value - b[at] * before;
            before = value;
            value = next;
        }
        return value;
    }
};

/// Stieltjes' procedure.
Recurrence recurrence_of(const std::vector<Node>& nodes, int degree)
{
    Recurrence made;
    std::vector<long double> before(nodes.size(), 0.0L);
    std::vector<long double> value(nodes.size(), 1.0L);
    long double last = 0.0L;
    for (int k = 0; k < degree; ++k) {
        long double square = 0.0L;
        long double moment = 0.0L;
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            square += nodes[n].weight * value[n] * value[n];
            moment += nodes[n].weight * value[n] * value[n] * nodes[n].x;
        }
        made.a.push_back(moment / square);
        made.b.push_back(k == 0 ? 0.0L : square / last);
        last = square;
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const long double next =
                (nodes[n].x - made.a.back()) * value[n] - made.b.back() * before[n];
            before[n] = value[n];
            value[n] = next;
        }
    }
    return made;
}

/// The zero of a polynomial between two places where it has different signs.
long double zero_between(const Recurrence& recurrence, int degree, long double lower,
                         long double upper)
{
    const bool rises = recurrence.at(upper, degree) > 0.0L;
    for (int halving = 0; halving < 200; ++halving) {
        const long double middle = 0.5L * (lower + upper);
        ((recurrence.at(middle, degree) > 0.0L) == rises ? upper : lower) = middle;
    }
    return 0.5L * (lower + upper);
}

/// As many nodes that give the sums of polynomials, whose zeros lie between those of the next one.
std::vector<Node> gaussian(const std::vector<Node>& nodes, int count)
{
    long double most = 0.0L;
    long double total = 0.0L;
    for (const Node& node : nodes) {
        most = std::max(most, node.x);
        total += node.weight;
    }
    const Recurrence recurrence = recurrence_of(nodes, count);
    std::vector<long double> zeros;
    for (int degree = 1; degree <= count; ++degree) {
        std::vector<long double> edges{0.0L};
        edges.insert(edges.end(), zeros.begin(), zeros.end());
        edges.push_back(most);
        zeros.clear();
        for (std::size_t at = 0; at + 1 < edges.size(); ++at) {
            zeros.push_back(zero_between(recurrence, degree, edges[at], edges[at + 1]));
        }
    }
    std::vector<Node> made;
    for (const long double x : zeros) {  // Christoffel's numbers
        long double sum = 0.0L;
        long double norm = 1.0L;
        for (int degree = 0; degree < count; ++degree) {
            norm *= degree == 0 ? 1.0L : recurrence.b[static_cast<std::size_t>(degree)];
            const long double value = recurrence.at(x, degree);
            sum += value * value / norm;
        }
        made.push_back({.x = x, .weight = total / sum});
    }
    return made;
}

/// t and dt / ds, in units.
struct Time {
    double t;
    double slope;
};

Time time_at(double s)
{
    const double t = scale * std::exp(s - std::exp(-s));
    return {.t = t, .slope = t * (1.0 + std::exp(-s))};
}

/// Adds the nodes from step `first` on, where f is t^(-power) times a series in 1 / t.
void add_tail(int first, double power, double unit, LatticeNodes& nodes)
{
    std::vector<Node> measure;
    const Time begin = time_at(first_s + first * step);
    // Terms decay as t^(1 - power), and those below 1e-19 of the first are left out.
    const int count = static_cast<int>(44.0 / ((power - 1.0) * step));
    for (int k = 0; k < count; ++k) {
        const Time time = time_at(first_s + (first + k) * step);
        const double ratio = begin.t / time.t;
        measure.push_back({.x = ratio, .weight = time.slope * step * std::pow(ratio, power)});
    }
    for (const Node& node : gaussian(measure, gaussian_nodes)) {
        const auto ratio = static_cast<double>(node.x);
        nodes.times.push_back(unit * begin.t / ratio);
        nodes.weights.push_back(unit * static_cast<double>(node.weight) * std::pow(ratio, -power));
    }
}

}  // namespace

std::vector<double> scaled_bessel(double x, std::int64_t last)
{
    const auto most = static_cast<double>(last);
    std::vector<double> values(static_cast<std::size_t>(last) + 1);
    if (x > std::max(50.0, most * most)) {
        for (std::int64_t n = 0; n <= last; ++n) {
            values[static_cast<std::size_t>(n)] = hankel(x, static_cast<double>(n));
        }
        return values;
    }
    if (x == 0.0) {
        values.front() = 1.0;
        return values;
    }
    // Beyond n = last + sqrt(90 x) + 40 what is neglected is below eps of what is wanted.
    const auto begin = static_cast<std::int64_t>(most + std::sqrt(90.0 * x)) + 40;
    double above = 0.0;
    double value = 1e-280;
    double sum = 0.0;  // I_0 + 2 (I_1 + I_2 + ...) = exp(x)
    for (std::int64_t n = begin; n >= 0; --n) {
        if (n <= last) {
            values[static_cast<std::size_t>(n)] = value;
        }
        sum += (n == 0 ? 1.0 : 2.0) * value;
        const double below = above + 2.0 * static_cast<double>(n) / x * value;
        above = value;
        value = below;
        if (value > 1e250) {
            constexpr double tiny = 1e-250;
            value *= tiny;
            above *= tiny;
            sum *= tiny;
            for (std::int64_t kept = n; kept <= last; ++kept) {
                values[static_cast<std::size_t>(kept)] *= tiny;
            }
        }
    }
    for (double& one : values) {
        one /= sum;
    }
    return values;
}

LatticeNodes lattice_nodes(const HeatDecay& decay)
{
    const double lambda = -decay.lambda * decay.unit;
    const double slowest = decay.slowest * decay.unit;
    const double rate = lambda + (decay.levels_off ? 0.0 : slowest);
    const bool has_tail = rate == 0.0;
    double tail = std::max(least_tail, 0.25 * decay.reach_squared / decay.unit);
    if (slowest > 0.0) {
        tail = std::max(tail, forgotten / slowest);
    }
    LatticeNodes nodes{.logarithmic = has_tail && decay.open_axes == 2};
    const double last_s = decay.open_axes == 3 ? std::log(tail) + 2.0 * forgotten : 1e4;
    for (int k = 0;; ++k) {
        const double s = first_s + k * step;
        const Time time = time_at(s);
        if (has_tail ? time.t > tail : rate * time.t > forgotten || s > last_s) {
            if (has_tail) {
                add_tail(k, decay.open_axes == 2 ? 2.0 : 1.5, decay.unit, nodes);
            }
            return nodes;
        }
        nodes.times.push_back(decay.unit * time.t);
        nodes.weights.push_back(decay.unit * time.slope * step * std::exp(-lambda * time.t));
    }
}

}  // namespace tobiuo::poisson
