#include "app/bench/scaling/separable_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tobiuo::scaling_bench {
namespace {

template <typename Value>
double largest_difference(std::span<const Value> some, std::span<const Value> other)
{
    double largest = 0;
    const std::int64_t count = std::ssize(some);
#pragma omp parallel for schedule(static) reduction(max : largest)
    for (std::int64_t at = 0; at < count; ++at) {
        const auto n = static_cast<std::size_t>(at);
        const auto difference = static_cast<double>(std::abs(some[n] - other[n]));
        largest =
            std::max(largest, difference >= 0 ? difference : std::numeric_limits<double>::max());
    }
    return largest;
}

}  // namespace

template <typename Value>
void SeparableField<Value>::plane(std::int64_t at, std::span<Value> out) const
{
    const Value factor = z[static_cast<std::size_t>(at)];
    const auto rows = static_cast<std::int64_t>(y.size());
#pragma omp parallel for schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
        const Value of_row = factor * y[static_cast<std::size_t>(row)];
        Value* const to = out.data() + static_cast<std::size_t>(row) * x.size();
        for (std::size_t column = 0; column < x.size(); ++column) {
            to[column] = of_row * x[column];
        }
    }
}

template <typename Value>
void write_planes_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                           const Machine& machine)
{
    std::vector<Value> plane(field.plane_values());
    const auto bytes = std::as_bytes(std::span{plane});
    for (std::int64_t at = 0; at < own.count; ++at) {
        field.plane(own.first + at, plane);
        machine.write_and_wait(own.data + static_cast<std::size_t>(at) * bytes.size(), bytes);
    }
}

template <typename Value>
double difference_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                           const Machine& machine)
{
    std::vector<Value> expected(field.plane_values());
    std::vector<Value> found(field.plane_values());
    const auto bytes = std::as_writable_bytes(std::span{found});
    double largest = 0;
    for (std::int64_t at = 0; at < own.count; ++at) {
        field.plane(own.first + at, expected);
        machine.read_and_wait(bytes, own.data + static_cast<std::size_t>(at) * bytes.size());
        largest = std::max(largest, largest_difference<Value>(found, expected));
    }
    return largest;
}

template struct SeparableField<float>;
template struct SeparableField<double>;
template struct SeparableField<std::complex<float>>;
template struct SeparableField<std::complex<double>>;

using FloatField = SeparableField<float>;
using DoubleField = SeparableField<double>;
using ComplexFloatField = SeparableField<std::complex<float>>;
using ComplexDoubleField = SeparableField<std::complex<double>>;

template void write_planes_and_wait(const FloatField&, const OwnPlanes&, const Machine&);
template void write_planes_and_wait(const DoubleField&, const OwnPlanes&, const Machine&);
template void write_planes_and_wait(const ComplexFloatField&, const OwnPlanes&, const Machine&);
template void write_planes_and_wait(const ComplexDoubleField&, const OwnPlanes&, const Machine&);

template double difference_and_wait(const FloatField&, const OwnPlanes&, const Machine&);
template double difference_and_wait(const DoubleField&, const OwnPlanes&, const Machine&);
template double difference_and_wait(const ComplexFloatField&, const OwnPlanes&, const Machine&);
template double difference_and_wait(const ComplexDoubleField&, const OwnPlanes&, const Machine&);

}  // namespace tobiuo::scaling_bench
