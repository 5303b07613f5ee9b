// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/bodies/forcing.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "solvers/flow/problem.hpp"
#include "solvers/flow/problem_parts.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::flow {

/// As many as before may be followed by a few more: these find room in the same array.
template <typename T>
template <typename Value>
void Forcing<T>::Room<Value>::put_and_wait(std::vector<Value> values, FlowMachine<T>& machine,
                                           Stream stream)
{
    if (array == nullptr || values.size() > size) {
        values.resize(array == nullptr ? values.size() : values.size() + values.size() / 2);
        array = machine.upload(values);
        size = values.size();
        return;
    }
    machine.memory().write_and_wait(array, std::as_bytes(std::span{values}), stream);
}

template <typename T>
void Forcing<T>::take_and_wait(const BodyPoints& found, FlowMachine<T>& machine, Stream stream)
{
    ranges_ = found.ranges;
    forced_ = found.forced;
    const auto of_scalar = std::ranges::find(ranges_, scalar_quantity, &ForcedRange::quantity);
    first_of_scalar_ = of_scalar != ranges_.end() ? of_scalar->begin : forced_;
    std::vector<ForcedPoint<T>> points;
    for (const ForcedPoint<double>& point : found.points) {
        points.push_back({.at = point.at,
                          .next = point.next,
                          .value = static_cast<T>(point.value),
                          .part = static_cast<T>(point.part),
                          .quantity = point.quantity,
                          .is_face = point.is_face});
    }
    std::vector<MirroredPoint<T>> mirrored;
    for (const MirroredPoint<double>& mirror : found.mirrors) {
        MirroredPoint<T>& point = mirrored.emplace_back();
        point.at = mirror.at;
        std::ranges::copy(mirror.outside, point.outside);
        std::ranges::transform(mirror.weights, point.weights,
                               [](double weight) { return static_cast<T>(weight); });
        point.count = mirror.count;
        point.added = static_cast<T>(mirror.added);
    }
    mirrors_ = std::ssize(mirrored);
    added_.put_and_wait(std::vector<double>(points.size()), machine, stream);
    points_.put_and_wait(std::move(points), machine, stream);
    mirrored_.put_and_wait(std::move(mirrored), machine, stream);
    range_room_.put_and_wait(ranges_, machine, stream);
    sum_.points = points_.array;
    sum_.ranges = range_room_.array;
}

template <typename T>
Forcing<T>::Forcing(const Problem& problem, const Slab& slab, const BodyPoints& found,
                    FlowMachine<T>& machine)
    : force_{machine.memory()}, mirror_{machine.memory()}, add_up_{machine.memory()}
{
    take_and_wait(found, machine, nullptr);
    sum_.sums = machine.upload(
        std::vector<double>(ranges_.size() * SumForced<T>::lanes * SumForced<T>::sums_of_lane));
    const poisson::Problem projection = projection_of(problem);
    for (int axis = 0; axis < 3; ++axis) {
        sum_.counts[axis] = axis == 2 ? slab.count : axis_of(problem, axis).cells;
        for (int quantity = 0; quantity < quantities; ++quantity) {
            const std::int64_t first = axis == 2 ? slab.first : 0;
            std::vector<double> places;
            std::vector<double> widths;
            for (std::int64_t n = first; n < first + sum_.counts[axis]; ++n) {
                const bool is_absent = poisson::is_absent(projection, axis);
                places.push_back(is_absent ? 0.0 : velocity_position(problem, quantity, axis, n));
                widths.push_back(volume_width(problem, quantity, axis, n));
            }
            sum_.volumes[quantity].places[axis] = machine.upload(places);
            sum_.volumes[quantity].widths[axis] = machine.upload(widths);
        }
    }
}

template <typename T>
void Forcing<T>::force(const Left& left, long long first, double* added, bool begins,
                       Stream stream) const
{
    // These read what no stage has forced yet: on ranks the planes of neighbours hold nothing else.
    mirror_({.scalar = left.values[scalar_quantity], .points = mirrored_.array}, mirrors_, stream);
    force_({.values = {left.values[0], left.values[1], left.values[2], left.values[3]},
            .points = points_.array + first,
            .added = added,
            .begins = begins,
            .box = left.box,
            .pressure = left.pressure,
            .pressure_time = left.pressure_time,
            .scalar_stays = left.scalar_stays},
           forced_ - first, stream);
}

template <typename T>
void Forcing<T>::apply(const Left& left, bool begins, Stream stream) const
{
    force(left, 0, added_.array, begins, stream);
}

template <typename T>
void Forcing<T>::apply_to_scalar(const Left& left, Stream stream) const
{
    force(left, first_of_scalar_, nullptr, true, stream);
}

template <typename T>
std::vector<typename Forcing<T>::Added> Forcing<T>::summed_and_wait(const double* of_points,
                                                                    const FlowMachine<T>& machine,
                                                                    Stream stream) const
{
    constexpr std::size_t lanes = SumForced<T>::lanes;
    constexpr std::size_t sums_of_lane = SumForced<T>::sums_of_lane;
    std::vector<double> sums(ranges_.size() * lanes * sums_of_lane);
    SumForced<T> sum = sum_;
    sum.added = of_points;
    add_up_(sum, static_cast<long long>(ranges_.size() * lanes), stream);
    machine.memory().read_and_wait(std::as_writable_bytes(std::span{sums}), sum_.sums, stream);
    std::vector<Added> all(static_cast<std::size_t>(ranges_.back().obstacle) + 1, Added{});
    for (std::size_t at = 0; at < sums.size(); ++at) {
        const ForcedRange& range = ranges_[at / sums_of_lane / lanes];
        all.at(static_cast<std::size_t>(range.obstacle))
            .at(static_cast<std::size_t>(range.quantity))
            .at(at % sums_of_lane) += sums[at];
    }
    return all;
}

template class Forcing<float>;
template class Forcing<double>;

}  // namespace tobiuo::flow
