// Fields that are products of three factors, made and compared plane by plane.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/machine/machine.hpp"

namespace tobiuo::scaling_bench {

using runtime::Machine;

/// The field f[z][y][x] = x[x] y[y] z[z], of float, double or complex numbers of these.
template <typename Value>
struct SeparableField {
    std::vector<Value> x;
    std::vector<Value> y;
    std::vector<Value> z;

    /// A plane of it into `out`, [y][x].
    void plane(std::int64_t at, std::span<Value> out) const;
    [[nodiscard]] std::size_t plane_values() const { return x.size() * y.size(); }
};

/// Planes of a field that a rank has: `count` from `first` on, without gaps from `data` on.
struct OwnPlanes {
    std::int64_t first{};
    std::int64_t count{};
    std::byte* data{};
};

template <typename Value>
void write_planes_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                           const Machine& machine);

/// The largest difference between the planes of a rank and those of the field; the largest number
/// if a value is not a number.
template <typename Value>
[[nodiscard]] double difference_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                                         const Machine& machine);

}  // namespace tobiuo::scaling_bench
