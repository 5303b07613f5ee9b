// SPDX-License-Identifier: BSD-3-Clause
// The operator div(a grad u) + lambda u, and conjugate gradients with it. For host and device.
#pragma once

#ifndef __CUDACC__
#include <cmath>
#endif

#include "kernels/walls/wall_box.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::poisson {

/// The mean of the coefficients of two neighbours, which the face between them has.
enum class CoefficientMean : int { harmonic, arithmetic, geometric };

/// What the points of a lane add up to, in double precision for any arrays.
struct LaneSums {
    static constexpr int count = 3;

    double of[count] = {};
    double least = 0.0;
    double most = 0.0;
};

/// The coefficient at a wall by those of the two unknowns beside it, divided by that of the first one:
/// half a step beyond it a geometric series goes on, at most by a factor of two.
template <typename T>
[[nodiscard]] constexpr T beyond_first(T first_root, T second_root)
{
    const T ratio = first_root / second_root;
    return ratio < T{0.5} ? T{0.5} : ratio > T{2} ? T{2} : ratio;
}

/// A box of unknowns, [z][y][x], with a coefficient at each of them.
///
/// Operator  row i is the sum of c[i, j] a[i, j] (u[j] - u[i]) over its neighbours, with c those of
///           three points and a[i, j] a mean of a[i] and a[j]; at a Dirichlet wall its coefficient times
///           u[i] is subtracted. Scaled on both sides, A' = a^-1/2 A a^-1/2 for w = a^1/2 u.
/// Lanes     the points are divided into lines of `chunk` along the axis `march`: x on the host, where
///           memory is read in its order, on a device the last axis, so that threads read side by side.
/// Symmetry  in the inner product weighted with the widths.
template <typename T>
struct CoefficientBox {
    long long counts[3] = {1, 1, 1};
    const T* below[3] = {};       ///< c of the neighbour before; 0 where there is none
    const T* above[3] = {};       ///< of the one behind
    const double* width[3] = {};  ///< the weights of sums
    T wall[3][2] = {};            ///< c of Dirichlet walls; else 0
    const T* root = nullptr;      ///< a^1/2
    T lambda = 0;
    CoefficientMean mean = CoefficientMean::harmonic;
    bool scaled = false;
    int march = 0;
    long long chunk = 1;

    [[nodiscard]] constexpr long long lanes() const
    {
        const long long length = counts[march];
        return counts[0] * counts[1] * counts[2] / length * ((length + chunk - 1) / chunk);
    }

    struct Place {
        long long at[3] = {};
        long long n = 0;  ///< in arrays
        double weight = 0.0;
    };

    /// Visits the points of a lane.
    template <typename Visit>
    constexpr void for_lane(long long lane, const Visit& visit) const
    {
        const int first = march == 0 ? 1 : 0;
        const int second = march == 2 ? 1 : 2;
        Place place;
        place.at[first] = lane % counts[first];
        place.at[second] = lane / counts[first] % counts[second];
        const long long begin = lane / counts[first] / counts[second] * chunk;
        const long long end = begin + chunk < counts[march] ? begin + chunk : counts[march];
        const double across = width[first][place.at[first]] * width[second][place.at[second]];
        for (long long k = begin; k < end; ++k) {
            place.at[march] = k;
            place.n = (place.at[2] * counts[1] + place.at[1]) * counts[0] + place.at[0];
            place.weight = across * width[march][k];
            visit(place);
        }
    }

    /// Calls visit(axis, place of the neighbour before, of the one behind) for each axis that has any; where
    /// there is none its c is 0, and the place any other.
    template <typename Visit>
    constexpr void for_axes(const Place& place, const Visit& visit) const
    {
        long long stride = 1;
        for (int axis = 0; axis < 3; ++axis) {
            const long long k = place.at[axis];
            const long long count = counts[axis];
            if (count > 1) {
                visit(axis, place.n + (k > 0 ? -stride : (count - 1) * stride),
                      place.n + (k + 1 < count ? stride : (1 - count) * stride));
            }
            stride *= count;
        }
    }

    /// Two numbers, of the neighbours before and behind.
    struct Pair {
        T low;
        T high;
    };
    /// The means of the coefficients here and there by that of here, for the ratios of roots: once more
    /// divided by the ratio if scaled. Two harmonic ones take one division.
    [[nodiscard]] constexpr Pair means(const Pair& ratio) const
    {
        if (mean == CoefficientMean::geometric) {
            return scaled ? Pair{T{1}, T{1}} : ratio;
        }
        const T low = 1 + ratio.low * ratio.low;
        const T high = 1 + ratio.high * ratio.high;
        if (mean == CoefficientMean::harmonic) {
            const T inverse = 2 / (low * high);
            return scaled ? Pair{ratio.low * high * inverse, ratio.high * low * inverse}
                          : Pair{ratio.low * ratio.low * high * inverse,
                                 ratio.high * ratio.high * low * inverse};
        }
        if (!scaled) {
            return {low / 2, high / 2};
        }
        const T inverse = T{0.5} / (ratio.low * ratio.high);
        return {low * ratio.high * inverse, high * ratio.low * inverse};
    }

    /// What Dirichlet walls subtract of an unknown, by its coefficient.
    [[nodiscard]] constexpr T walls_at(const Place& place) const
    {
        T sum = 0;
        long long stride = 1;
        for (int axis = 0; axis < 3; ++axis) {
            const long long k = place.at[axis];
            const long long inner = counts[axis] > 1 ? stride : 0;
            if (k == 0 && wall[axis][0] > T{0}) {
                sum += wall[axis][0] * beyond_first(root[place.n], root[place.n + inner]);
            }
            if (k + 1 == counts[axis] && wall[axis][1] > T{0}) {
                sum += wall[axis][1] * beyond_first(root[place.n], root[place.n - inner]);
            }
            stride *= counts[axis];
        }
        return sum;
    }

    /// Row of A, or of A', times the field: value(place in arrays).
    template <typename Value>
    [[nodiscard]] constexpr T row(const Place& place, const Value& value) const
    {
        const T here = root[place.n];
        const T inverse = T{1} / here;
        const T own = value(place.n);
        T sum = 0;
        for_axes(place, [&](int axis, long long before, long long behind) {
            const Pair ratio{root[before] * inverse, root[behind] * inverse};
            const Pair part = means(ratio);
            const T low = scaled ? ratio.low : T{1};
            const T high = scaled ? ratio.high : T{1};
            sum += below[axis][place.at[axis]] * part.low * (value(before) - low * own) +
                   above[axis][place.at[axis]] * part.high * (value(behind) - high * own);
        });
        return scaled ? sum + (lambda * inverse * inverse - walls_at(place)) * own
                      : here * here * (sum - walls_at(place) * own) + lambda * own;
    }

    /// By which an unscaled right-hand side is divided, and a scaled solution.
    [[nodiscard]] constexpr T scale(long long n) const { return scaled ? root[n] : T{1}; }
};

/// Adds up lanes n, n + count, ... of many. Least and most are those of all.
template <typename T>
struct FoldLaneSums {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::FoldLaneSums",
                                            .name = "coefficient-fold",
                                            .threads = 64,
                                            .nanoseconds = 60.0,
                                            .contracts = false};
    static constexpr long long fewer = 32;  ///< lanes that one thread adds up, about

    const LaneSums* from = nullptr;
    long long lanes = 0;
    LaneSums* to = nullptr;
    long long count = 0;

    constexpr void operator()(long long n) const
    {
        LaneSums sum = from[n];
        for (long long lane = n + count; lane < lanes; lane += count) {
            const LaneSums& one = from[lane];
            for (int which = 0; which < LaneSums::count; ++which) {
                sum.of[which] += one.of[which];
            }
            sum.least = one.least < sum.least ? one.least : sum.least;
            sum.most = one.most > sum.most ? one.most : sum.most;
        }
        to[n] = sum;
    }
};

/// The square roots of coefficients; a root of a coefficient that is not above 0 and finite is -1.
template <typename T>
struct CoefficientRoot {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::CoefficientRoot",
                                            .name = "coefficient-root",
                                            .threads = 128,
                                            .nanoseconds = 5.0,
                                            .contracts = false};

    T* a = nullptr;  ///< replaced by its roots

    void operator()(long long n) const
    {
#ifndef __CUDACC__
        using std::sqrt;
#endif
        const T value = a[n];
        const bool is_good = value > T{0} && value - value == T{0};
        a[n] = is_good ? sqrt(value) : T{-1};
    }
};

/// Sums of a and 1 / a over the volume, and of q = laplacian(a^1/2) / a^1/2 without what walls would add,
/// see CoefficientBox; the least and the greatest root, or the greatest ratio of the roots of neighbours.
template <typename T>
struct MeasureCoefficient {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::MeasureCoefficient",
                                            .name = "coefficient-measure",
                                            .threads = 128,
                                            .nanoseconds = 1000.0,
                                            .contracts = false};

    CoefficientBox<T> box;
    bool finds_ratio = false;
    LaneSums* sums = nullptr;

    constexpr void operator()(long long lane) const
    {
        LaneSums sum;
        bool begins = true;
        box.for_lane(lane, [&](const auto& place) {
            const auto root = static_cast<double>(box.root[place.n]);
            double q = 0.0;
            double largest = finds_ratio ? 1.0 : root;
            box.for_axes(place, [&](int axis, long long before, long long behind) {
                const long long k = place.at[axis];
                for (int side = 0; side < 2; ++side) {
                    const auto c =
                        static_cast<double>(side == 0 ? box.below[axis][k] : box.above[axis][k]);
                    const double ratio =
                        static_cast<double>(box.root[side == 0 ? before : behind]) / root;
                    q += c * (ratio - 1.0);
                    largest = finds_ratio && c > 0.0 && ratio > largest ? ratio : largest;
                }
            });
            sum.of[0] += place.weight * root * root;
            sum.of[1] += place.weight / (root * root);
            sum.of[2] += place.weight * q;
            sum.least = begins || root < sum.least ? root : sum.least;
            sum.most = begins || largest > sum.most ? largest : sum.most;
            begins = false;
        });
        sums[lane] = sum;
    }
};

/// Subtracts what a wall contributes from the right-hand side beside it: item n is point n of the face.
template <typename T>
struct CoefficientWall {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::CoefficientWall",
                                            .name = "coefficient-wall",
                                            .threads = 128,
                                            .nanoseconds = 10.0};

    long long counts[3] = {1, 1, 1};
    const T* root = nullptr;
    int axis = 0;
    int end = 0;
    double c = 0.0;           ///< of the wall, which its value is multiplied by
    bool at_unknown = false;  ///< whether the first unknown is on the wall
    walls::Given<T> given;
    T* f = nullptr;

    /// The coefficient at the point of the wall.
    [[nodiscard]] constexpr double coefficient(long long n) const
    {
        const auto here = static_cast<double>(root[n]);
        const long long inner = counts[axis] > 1 ? (end == 0 ? stride() : -stride()) : 0;
        return here * here *
               (at_unknown ? 1.0 : beyond_first(here, static_cast<double>(root[n + inner])));
    }

    /// The unknown beside point n of the face.
    [[nodiscard]] constexpr long long beside(long long n) const
    {
        const int faster = walls::faster_axis(axis);
        const int slower = walls::slower_axis(axis);
        long long at[3] = {};
        at[axis] = end == 0 ? 0 : counts[axis] - 1;
        at[faster] = n % counts[faster];
        at[slower] = n / counts[faster];
        return (at[2] * counts[1] + at[1]) * counts[0] + at[0];
    }

    constexpr void operator()(long long n) const
    {
        const long long at = beside(n);
        const double value =
            given.factor *
            (given.values == nullptr ? given.constant : static_cast<double>(given.values[n]));
        f[at] = static_cast<T>(static_cast<double>(f[at]) - c * coefficient(at) * value);
    }

private:
    [[nodiscard]] constexpr long long stride() const
    {
        return axis == 0 ? 1 : axis == 1 ? counts[0] : counts[0] * counts[1];
    }
};

/// The sum over the volume of values, which are divided by the scale first if `unscales`, and of their
/// squares.
template <typename T>
struct SumOfUnknowns {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::SumOfUnknowns",
                                            .name = "coefficient-sum",
                                            .threads = 128,
                                            .nanoseconds = 500.0,
                                            .contracts = false};

    CoefficientBox<T> box;
    T* values = nullptr;
    bool unscales = false;
    LaneSums* sums = nullptr;

    constexpr void operator()(long long lane) const
    {
        LaneSums sum;
        box.for_lane(lane, [&](const auto& place) {
            if (unscales) {
                values[place.n] /= box.scale(place.n);
            }
            const auto value = static_cast<double>(values[place.n]);
            sum.of[0] += place.weight * value;
            sum.of[1] += place.weight * value * value;
        });
        sums[lane] = sum;
    }
};

/// The residual r = (f - mean) / scale - A x, where r holds f at first, and the sum of its unscaled
/// square.
template <typename T>
struct CoefficientResidual {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::CoefficientResidual",
                                            .name = "coefficient-residual",
                                            .threads = 128,
                                            .nanoseconds = 2000.0,
                                            .contracts = false};

    CoefficientBox<T> box;
    const T* x = nullptr;  ///< null for zeros
    double mean = 0.0;
    T* r = nullptr;
    LaneSums* sums = nullptr;

    constexpr void operator()(long long lane) const
    {
        LaneSums sum;
        box.for_lane(lane, [&](const auto& place) {
            const T scale = box.scale(place.n);
            T value = static_cast<T>(static_cast<double>(r[place.n]) - mean) / scale;
            if (x != nullptr) {
                value -= box.row(place, [&](long long n) { return x[n]; });
            }
            r[place.n] = value;
            const double left = static_cast<double>(value * scale);
            sum.of[0] += place.weight * left * left;
        });
        sums[lane] = sum;
    }
};

/// The inner products of r with z, and of z with A z.
///
/// Traffic   three reads: z, whose neighbours hit cache, r and the roots.
template <typename T>
struct MeasureDirection {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::MeasureDirection",
                                            .name = "coefficient-products",
                                            .threads = 128,
                                            .nanoseconds = 2000.0};

    CoefficientBox<T> box;
    const T* r = nullptr;
    const T* z = nullptr;
    LaneSums* sums = nullptr;

    constexpr void operator()(long long lane) const
    {
        LaneSums sum;
        box.for_lane(lane, [&](const auto& place) {
            const auto own = static_cast<double>(z[place.n]);
            const T image = box.row(place, [&](long long n) { return z[n]; });
            sum.of[0] += place.weight * own * static_cast<double>(r[place.n]);
            sum.of[1] += place.weight * own * static_cast<double>(image);
        });
        sums[lane] = sum;
    }
};

/// A step: the direction p = z + beta before, x += alpha p, r -= alpha A p, and the sum of the unscaled
/// square of r.
///
/// Traffic   five reads: z and the direction before, whose neighbours hit cache, x, r and the roots;
///           three writes.
template <typename T>
struct MoveUnknowns {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/poisson/coefficient_items.hpp",
                                            .type = "tobiuo::poisson::MoveUnknowns",
                                            .name = "coefficient-step",
                                            .threads = 128,
                                            .nanoseconds = 3000.0};

    CoefficientBox<T> box;
    const T* z = nullptr;
    const T* before = nullptr;  ///< null at first
    T beta = 0;
    T alpha = 0;
    T* direction = nullptr;  ///< another array than `before`
    T* x = nullptr;
    T* r = nullptr;
    LaneSums* sums = nullptr;

    constexpr void operator()(long long lane) const
    {
        LaneSums sum;
        box.for_lane(lane, [&](const auto& place) {
            const auto value = [&](long long n) {
                return before == nullptr ? z[n] : z[n] + beta * before[n];
            };
            const T image = box.row(place, value);
            const T own = value(place.n);
            direction[place.n] = own;
            x[place.n] += alpha * own;
            const T left = r[place.n] - alpha * image;
            r[place.n] = left;
            const double unscaled = static_cast<double>(left * box.scale(place.n));
            sum.of[0] += place.weight * unscaled * unscaled;
        });
        sums[lane] = sum;
    }
};

}  // namespace tobiuo::poisson
