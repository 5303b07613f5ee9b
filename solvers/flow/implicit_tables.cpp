#include "solvers/flow/implicit_tables.hpp"

#include <algorithm>
#include <cstdint>

namespace tobiuo::flow {

template <typename T>
ImplicitTables<T>::ImplicitTables(const Problem& problem, const Box<T>& box)
    : axis_{*problem.implicit_diffusion},
      is_periodic_{box.periodic[axis_]},
      count_{static_cast<std::size_t>(box.counts[axis_])},
      values_(stages_of_step * kinds * arrays * count_)
{
    for (const Kind kind : {Kind::along, Kind::across, Kind::scalar}) {
        exchanges_[static_cast<int>(kind)] = exchange_of(problem, box, kind);
    }
}

/// The second difference of a value is that of two differences over the distances to its neighbours
/// on either side, over the width of its control volume. On an axis that is not periodic the
/// velocity along it has its last value given.
template <typename T>
typename ImplicitTables<T>::Exchange ImplicitTables<T>::exchange_of(const Problem& problem,
                                                                    const Box<T>& box,
                                                                    Kind kind) const
{
    const Axis& axis = problem.grid.axes.at(static_cast<std::size_t>(axis_));
    const auto width = [&](std::int64_t cell) {
        return width_of(axis, std::clamp<std::int64_t>(cell, 0, axis.cells - 1));
    };
    const auto gap = [&](std::int64_t cell) { return 0.5 * (width(cell) + width(cell + 1)); };
    const bool is_along = kind == Kind::along;
    const double friction = kind != Kind::scalar ? problem.viscosity
                            : problem.scalar     ? problem.scalar->diffusivity
                                                 : 0.0;
    Exchange exchange;
    for (std::int64_t k = 0; k < axis.cells; ++k) {
        const double volume = is_along ? gap(k) : width(k);
        const bool is_given = is_along && !is_periodic_ && k + 1 == axis.cells;
        const double part = is_given ? 0.0 : friction / volume;
        exchange.lower.push_back(part / (is_along ? width(k) : gap(k - 1)));
        exchange.upper.push_back(part / (is_along ? width(k + 1) : gap(k)));
    }
    const auto factor = [&](int end) {
        const FaceRule<T>& face = box.faces[2 * axis_ + end];
        const int component = is_along ? axis_ : (axis_ + 1) % 3;
        return static_cast<double>(kind == Kind::scalar ? face.scalar.factor
                                                        : face.velocity[component].factor);
    };
    exchange.lower_factor = factor(0);
    exchange.upper_factor = factor(1);
    return exchange;
}

/// `time` is beta times the time step. On a periodic axis all rows but the last one are eliminated,
/// and what the last value adds to the others is solved for.
template <typename T>
void ImplicitTables<T>::eliminate(const Exchange& exchange, double time, T* to) const
{
    const std::size_t last = count_ - 1;
    std::vector<double> reciprocal(count_);
    std::vector<double> part(count_);
    std::vector<double> closing(count_);
    const auto lower = [&](std::size_t k) { return time * exchange.lower[k]; };
    const auto upper = [&](std::size_t k) { return time * exchange.upper[k]; };
    for (std::size_t k = 0; k < count_; ++k) {
        double pivot = 1.0 + lower(k) + upper(k);
        if (k > 0) {
            pivot -= lower(k) * part[k - 1];
        }
        if (!is_periodic_) {
            pivot -= k == 0 ? lower(k) * exchange.lower_factor : 0.0;
            pivot -= k == last ? upper(k) * exchange.upper_factor : 0.0;
        } else {
            const double from_last = (k == 0 ? lower(k) : 0.0) + (k + 1 == last ? upper(k) : 0.0);
            closing[k] = (from_last + (k > 0 ? lower(k) * closing[k - 1] : 0.0)) / pivot;
        }
        reciprocal[k] = 1.0 / pivot;
        part[k] = upper(k) / pivot;
    }
    if (is_periodic_) {
        for (std::size_t k = last - 1; k-- > 0;) {
            closing[k] += part[k] * closing[k + 1];
        }
        reciprocal[last] = 1.0 / (1.0 + lower(last) * (1.0 - closing[last - 1]) +
                                  upper(last) * (1.0 - closing[0]));
        closing[last] = 0.0;
    }
    for (std::size_t k = 0; k < count_; ++k) {
        to[k] = static_cast<T>(lower(k));
        to[count_ + k] = static_cast<T>(upper(k));
        to[2 * count_ + k] = static_cast<T>(reciprocal[k]);
        to[3 * count_ + k] = static_cast<T>(part[k]);
        to[4 * count_ + k] = static_cast<T>(closing[k]);
    }
}

template <typename T>
bool ImplicitTables<T>::set_time_step(double time_step)
{
    if (time_step == time_step_) {
        return false;
    }
    time_step_ = time_step;
    T* to = values_.data();
    for (const Stage& stage : stages) {
        for (const Exchange& exchange : exchanges_) {
            eliminate(exchange, stage.beta * time_step, to);
            to += arrays * count_;
        }
    }
    return true;
}

template <typename T>
LineSystem<T> ImplicitTables<T>::system(int stage, Kind kind, const T* values) const
{
    const auto number = static_cast<std::size_t>(stage * kinds + static_cast<int>(kind));
    const T* const first = values + number * arrays * count_;
    return {.lower = first,
            .upper = first + count_,
            .reciprocal = first + 2 * count_,
            .next_part = first + 3 * count_,
            .closing = first + 4 * count_};
}

template class ImplicitTables<float>;
template class ImplicitTables<double>;

}  // namespace tobiuo::flow
