// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/walls/wall_corrections.hpp"

#include <span>
#include <stdexcept>
#include <type_traits>

namespace tobiuo::poisson {

template <typename T, typename Value>
WallCorrections<T, Value>::WallCorrections(const WallBox& walls, const runtime::Machine& machine)
    : WallCorrections{walls, {}, machine}
{
}

template <typename T, typename Value>
WallCorrections<T, Value>::WallCorrections(const WallBox& walls, const std::vector<double>& lambdas,
                                           const runtime::Machine& machine)
    : machine_{machine}, box_{walls.box}, correct_{machine}
{
    if (!lambdas.empty()) {
        const runtime::OwnStream stream = machine.make_stream();
        problems_ = std::ssize(lambdas);
        problem_values_ = box_.counts[0] * box_.counts[1] * box_.counts[2];
        lambdas_ = machine.copied_and_wait(std::as_bytes(std::span{lambdas}), stream.get());
    }
    if (!std::is_same_v<T, Value> && !machine.is_host()) {
        throw std::logic_error{
            "walls of another precision than the right-hand side were asked for on a device (its "
            "kernels have one type): correct it on the host"};
    }
    if (!box_.needs_curvatures()) {
        return;
    }
    find_curvatures_.emplace(machine);
    if (!machine.is_host()) {
        curvatures_ = machine.allocate(static_cast<std::size_t>(all_points(box_)) * sizeof(double));
    }
    const runtime::OwnStream stream = machine.make_stream();
    for (std::size_t axis = 0; axis < weights_.size(); ++axis) {
        const auto values = std::as_bytes(std::span{walls.second_differences.at(axis)});
        weights_[axis] = machine.copied_and_wait(values, stream.get());
        box_.along[axis].weights = weights_[axis].template as<double>();
    }
}

template <typename T, typename Value>
void WallCorrections<T, Value>::correct(const walls::Box& box,
                                        const walls::GivenFaces<Value>& given, T* f, Stream stream,
                                        const std::array<const T*, 2>& beside) const
{
    walls::Arguments<T, Value> arguments{.box = box,
                                         .given = given,
                                         .f = f,
                                         .beside = {beside[0], beside[1]},
                                         .problem_values = problem_values_,
                                         .lambdas = lambdas_.template as<double>()};
    const bool needs = box.needs_curvatures();
    const runtime::Array curvatures =
        needs && machine_.is_host()
            ? machine_.allocate(static_cast<std::size_t>(all_points(box)) * sizeof(double))
            : curvatures_;
    if (needs) {
        arguments.curvatures = curvatures.template as<double>();
        (*find_curvatures_)({arguments}, all_points(box), stream);
    }
    correct_({arguments}, all_points(box), stream);
}

template <typename T, typename Value>
const T* WallCorrections<T, Value>::without_walls(const T* f, const walls::GivenFaces<Value>& given,
                                                  T* u, std::int64_t count, Stream stream,
                                                  const std::array<const T*, 2>& beside) const
{
    const walls::Box box = changing(given);
    if (box.points == 0) {
        return f;
    }
    if (f != u) {
        machine_.copy(u, f, static_cast<std::size_t>(count) * sizeof(T), stream);
    }
    correct(box, given, u, stream, beside);
    return u;
}

template <typename T, typename Value>
std::size_t WallCorrections<T, Value>::bytes() const
{
    std::size_t bytes =
        box_.needs_curvatures() ? static_cast<std::size_t>(all_points(box_)) * sizeof(double) : 0;
    bytes += lambdas_.bytes();
    for (const runtime::Array& weights : weights_) {
        bytes += weights.bytes();
    }
    return bytes;
}

template class WallCorrections<float>;
template class WallCorrections<double>;
template class WallCorrections<float, double>;

}  // namespace tobiuo::poisson
