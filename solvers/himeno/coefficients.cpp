// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/himeno/coefficients.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace tobiuo::himeno {
namespace {

using stencil::Array;
using stencil::ArraySource;
using stencil::Shape;

/// Implements both overloads of ArraySource by `Derived::fill(array, first, count, out)`, which
/// takes any Real.
template <typename Derived>
class SourceOf : public ArraySource {
public:
    void planes(Array array, std::int64_t first, std::int64_t count,
                std::span<float> out) const final
    {
        static_cast<const Derived&>(*this).fill(array, first, count, out);
    }

    void planes(Array array, std::int64_t first, std::int64_t count,
                std::span<double> out) const final
    {
        static_cast<const Derived&>(*this).fill(array, first, count, out);
    }
};

class OfficialSource final : public SourceOf<OfficialSource> {
public:
    explicit OfficialSource(const Shape& shape) : shape_{shape} {}

    template <typename Real>
    void fill(Array array, std::int64_t first, std::int64_t count, std::span<Real> out) const
    {
        const std::int64_t plane = shape_.plane();
        for (std::int64_t i = first; i < first + count; ++i) {
            const auto start = out.begin() + (i - first) * plane;
            std::fill(start, start + plane, value<Real>(array, i));
        }
    }

private:
    template <typename Real>
    [[nodiscard]] Real value(Array array, std::int64_t i) const
    {
        switch (array) {
            case Array::a3:
                return Real{1} / Real{6};
            case Array::b0:
            case Array::b1:
            case Array::b2:
            case Array::wrk1:
                return Real{0};
            case Array::p: {
                const auto last = static_cast<Real>(shape_.ni - 1);
                return static_cast<Real>(i * i) / (last * last);
            }
            default:
                return Real{1};
        }
    }

    Shape shape_;
};

/// The hash SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), applied to a counter.
std::uint64_t mixed(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

class RandomSource final : public SourceOf<RandomSource> {
public:
    RandomSource(const Shape& shape, std::uint64_t seed) : shape_{shape}, seed_{mixed(seed)} {}

    template <typename Real>
    void fill(Array array, std::int64_t first, std::int64_t count, std::span<Real> out) const
    {
        const std::uint64_t stream = mixed(seed_ + static_cast<std::uint64_t>(array));
        const std::int64_t start = first * shape_.plane();
        for (std::int64_t n = 0; n < count * shape_.plane(); ++n) {
            const std::uint64_t bits = mixed(stream + static_cast<std::uint64_t>(start + n));
            constexpr double two_to_minus_53 = 1.0 / 9007199254740992.0;
            const double uniform = static_cast<double>(bits >> 11U) * two_to_minus_53;
            out[static_cast<std::size_t>(n)] = static_cast<Real>(value(array, uniform));
        }
    }

private:
    /// The sum of the coefficients is below 1 / a3 with |a|, |c| <= 0.97 and |b| <= 0.01: 6 * 0.97
    /// + 12 * 0.01 = 5.94 < 6.
    static double value(Array array, double uniform)
    {
        switch (array) {
            case Array::a3:
                return (0.95 + 0.05 * uniform) / 6.0;
            case Array::b0:
            case Array::b1:
            case Array::b2:
                return 0.01 * (2.0 * uniform - 1.0);
            case Array::wrk1:
                return 0.1 * (uniform - 0.5);
            case Array::bnd:
                return uniform < 1.0 / 16.0 ? 0.0 : 1.0;
            case Array::p:
                return uniform;
            default:
                return 0.90 + 0.07 * uniform;
        }
    }

    Shape shape_;
    std::uint64_t seed_;
};

class MemorySource final : public SourceOf<MemorySource> {
public:
    MemorySource(const Shape& shape, Arrays arrays) : shape_{shape}, arrays_{std::move(arrays)} {}

    template <typename Real>
    void fill(Array array, std::int64_t first, std::int64_t count, std::span<Real> out) const
    {
        std::visit(
            [&](const auto& arrays) {
                const auto start =
                    arrays.at(static_cast<std::size_t>(array)).begin() + first * shape_.plane();
                std::transform(start, start + count * shape_.plane(), out.begin(),
                               [](auto value) { return static_cast<Real>(value); });
            },
            arrays_);
    }

private:
    Shape shape_;
    Arrays arrays_;
};

}  // namespace

std::unique_ptr<ArraySource> official_source(const Shape& shape)
{
    return std::make_unique<OfficialSource>(shape);
}

std::unique_ptr<ArraySource> random_source(const Shape& shape, std::uint64_t seed)
{
    return std::make_unique<RandomSource>(shape, seed);
}

std::unique_ptr<ArraySource> memory_source(const Shape& shape, Arrays arrays)
{
    std::visit(
        [&](const auto& all) {
            for (std::size_t m = 0; m < all.size(); ++m) {
                if (static_cast<std::int64_t>(all[m].size()) != shape.values()) {
                    throw std::invalid_argument{
                        "array '" + std::string{stencil::array_names.at(m)} + "' has " +
                        std::to_string(all[m].size()) + " values, the grid has " +
                        std::to_string(shape.values())};
                }
            }
        },
        arrays);
    return std::make_unique<MemorySource>(shape, std::move(arrays));
}

}  // namespace tobiuo::himeno
