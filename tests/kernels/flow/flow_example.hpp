// SPDX-License-Identifier: BSD-3-Clause
// A box of velocities for tests: random values, all spacings and all faces different.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "kernels/flow/flow_box.hpp"
#include "kernels/flow/host/host_stage.hpp"

namespace tobiuo::flow {

/// What lies at the two ends of an axis.
enum class Ends { periodic, walls, stretched_walls, outflow };

struct ExampleShape {
    std::array<long long, 3> counts{};
    std::array<Ends, 3> ends{};

    [[nodiscard]] std::string name() const
    {
        std::string name;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            name += std::to_string(counts.at(axis)) +
                    "pwso"[static_cast<std::size_t>(ends.at(axis))] + (axis < 2 ? "_" : "");
        }
        return name;
    }
};

/// Shapes that reach every face, every stretched axis, whole and ragged pieces, and tiles of
/// several blocks.
inline std::vector<ExampleShape> example_shapes()
{
    using enum Ends;
    return {{{8, 8, 8}, {periodic, periodic, periodic}},
            {{16, 12, 1}, {periodic, periodic, periodic}},
            {{9, 10, 11}, {periodic, periodic, periodic}},
            {{9, 10, 11}, {walls, walls, walls}},
            {{12, 7, 6}, {walls, periodic, stretched_walls}},
            {{70, 6, 9}, {stretched_walls, periodic, periodic}},
            {{68, 37, 5}, {periodic, stretched_walls, outflow}},
            {{20, 5, 140}, {outflow, walls, periodic}},
            {{600, 9, 6}, {periodic, outflow, walls}},
            {{7, 9, 8}, {outflow, outflow, outflow}},
            {{1, 6, 5}, {periodic, walls, walls}}};
}

/// The arrays and tables of a box in host memory.
template <typename T>
class FlowExample {
public:
    explicit FlowExample(const ExampleShape& shape, bool carries_scalar = false,
                         bool varies = false)
        : shape_{shape}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box_.counts[axis] = shape.counts.at(axis);
            box_.periodic[axis] = shape.ends.at(axis) == Ends::periodic;
            box_.force[axis] = random();
            add_spacings(axis);
        }
        box_.viscosity = static_cast<T>(0.03);
        for (int face = 0; face < face_count; ++face) {
            add_face(face);
        }
        const auto points = static_cast<std::size_t>(box_.points());
        for (std::vector<T>* array : {&velocity[0], &velocity[1], &velocity[2], &rates[0],
                                      &rates[1], &rates[2], &impulse}) {
            for (std::size_t point = 0; point < points; ++point) {
                array->push_back(random());
            }
        }
        if (carries_scalar) {
            add_scalar(points);
        }
        if (varies) {
            add_viscosity(points);
        }
    }

    [[nodiscard]] const std::vector<T>& tables() const { return tables_; }

    /// The box whose tables are at `tables`, a copy of tables().
    [[nodiscard]] Box<T> box(const T* tables) const
    {
        Box<T> box = box_;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto& of = spacings_.at(axis);
            box.axes[axis] = {.per_width = tables + of[0],
                              .per_gap = tables + of[1],
                              .share = {tables + of[2], tables + of[3]}};
        }
        for (int face = 0; face < face_count; ++face) {
            for (int component = 0; component < 3; ++component) {
                if (profiles_[face][component] > 0) {
                    box.faces[face].velocity[component].values =
                        tables + profiles_[face][component];
                }
            }
            if (scalar_profiles_[face] > 0) {
                box.faces[face].scalar.values = tables + scalar_profiles_[face];
            }
        }
        return box;
    }
    [[nodiscard]] Box<T> box() const { return box(tables_.data()); }

    /// The same with bounded advection of the scalar.
    [[nodiscard]] FlowExample bounded() const
    {
        FlowExample example = *this;
        example.box_.bounded = true;
        return example;
    }

    [[nodiscard]] int stretched() const
    {
        for (int axis = 0; axis < 3; ++axis) {
            if (shape_.ends.at(static_cast<std::size_t>(axis)) == Ends::stretched_walls) {
                return axis;
            }
        }
        return 3;
    }

    std::vector<T> velocity[3];
    std::vector<T> impulse;
    std::vector<T> rates[3];
    std::vector<T> scalar;  ///< empty if the example carries none
    std::vector<T> scalar_rates;
    std::vector<T> viscosity;  ///< empty if it is the same everywhere

private:
    T random() { return static_cast<T>(uniform_(engine_)); }

    void add_spacings(std::size_t axis)
    {
        const long long n = shape_.counts.at(axis);
        const bool stretched = shape_.ends.at(axis) == Ends::stretched_walls;
        const auto width = [&](long long cell) {
            const long long inside = cell < 0 ? 0 : cell >= n ? n - 1 : cell;
            const double bulge = stretched ? std::sin(0.7 * static_cast<double>(inside)) : 0.0;
            return 0.1 * static_cast<double>(axis + 1) * (1.0 + 0.3 * bulge);
        };
        const auto gap = [&](long long cell) { return 0.5 * (width(cell) + width(cell + 1)); };
        const auto add = [&](const auto& value) {
            const std::size_t first = tables_.size() + 2;
            for (long long cell = -2; cell < n + host_piece; ++cell) {
                tables_.push_back(static_cast<T>(value(cell)));
            }
            return first;
        };
        spacings_.at(axis) = {add([&](long long cell) { return 1.0 / width(cell); }),
                              add([&](long long cell) { return 1.0 / gap(cell); }),
                              add([&](long long cell) { return width(cell) / gap(cell); }),
                              add([&](long long cell) { return width(cell + 1) / gap(cell); })};
    }

    void add_face(int face)
    {
        const int axis = face / 2;
        const bool flows_out = shape_.ends.at(static_cast<std::size_t>(axis)) == Ends::outflow;
        FaceRule<T>& rule = box_.faces[face];
        rule.pressure_factor = flows_out ? T{-1} : T{1};
        const long long points = box_.counts[faster_axis(axis)] * box_.counts[slower_axis(axis)];
        for (int component = 0; component < 3; ++component) {
            const bool across = component == axis;
            rule.velocity[component].factor = across ? T{0} : flows_out ? T{1} : T{-1};
            if (across ? face % 2 == 0 : !flows_out) {
                rule.velocity[component].value = random();
                if (component != 1) {  // of one component the number
                    profiles_[face][component] = tables_.size();
                    for (long long point = 0; point < points; ++point) {
                        tables_.push_back(random());
                    }
                }
            }
        }
    }

    /// Buoyancy along every axis; of the faces the lower ones have values, the upper ones fluxes.
    void add_scalar(std::size_t points)
    {
        for (std::size_t point = 0; point < points; ++point) {
            scalar.push_back(random());
            scalar_rates.push_back(random());
        }
        box_.diffusivity = static_cast<T>(0.02);
        for (int face = 0; face < face_count; ++face) {
            box_.buoyancy[face / 2] = random();
            Beyond<T>& beyond = box_.faces[face].scalar;
            beyond.factor = face % 2 == 0 ? T{-1} : T{1};
            beyond.value = random();
            if (face % 3 != 0) {  // of two faces the number
                scalar_profiles_[face] = tables_.size();
                for (long long point = 0; point < box_.points() / box_.counts[face / 2]; ++point) {
                    tables_.push_back(random());
                }
            }
        }
    }

    /// Lower faces have the viscosity of the box, upper ones that of the cells before them.
    void add_viscosity(std::size_t points)
    {
        for (std::size_t point = 0; point < points; ++point) {
            viscosity.push_back(box_.viscosity + static_cast<T>(0.02) * (1 + random()));
        }
        box_.per_prandtl = static_cast<T>(1.4);
        for (int face = 0; face < face_count; face += 2) {
            box_.faces[face].viscosity = {.factor = -1, .value = 2 * box_.viscosity};
        }
    }

    ExampleShape shape_;
    Box<T> box_;
    std::vector<T> tables_;
    std::array<std::array<std::size_t, 4>, 3> spacings_{};
    std::size_t profiles_[face_count][3] = {};
    std::size_t scalar_profiles_[face_count] = {};
    std::mt19937_64 engine_{7};
    std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

/// What a stage computes.
template <typename T>
struct StageResult {
    std::vector<T> next[3];
    std::vector<T> rates[3];
    std::vector<T> next_scalar;
    std::vector<T> scalar_rates;
};

inline constexpr double example_time_step = 0.01;

/// StageArrays::impulse_part, where a test looks at it.
inline constexpr double example_part = 0.75;

/// The arrays of a stage in host memory that computes `result`, which holds the old rates.
template <typename T>
StageArrays<T> arrays_of(const FlowExample<T>& example, StageResult<T>& result)
{
    StageArrays<T> arrays;
    arrays.impulse = example.impulse.data();
    for (int axis = 0; axis < 3; ++axis) {
        result.next[axis].assign(example.velocity[axis].size(), T{0});
        result.rates[axis] = example.rates[axis];
        arrays.velocity[axis] = example.velocity[axis].data();
        arrays.next[axis] = result.next[axis].data();
        arrays.rates[axis] = result.rates[axis].data();
    }
    if (!example.scalar.empty()) {
        result.next_scalar.assign(example.scalar.size(), T{0});
        result.scalar_rates = example.scalar_rates;
        arrays.scalar = example.scalar.data();
        arrays.next_scalar = result.next_scalar.data();
        arrays.scalar_rates = result.scalar_rates.data();
    }
    if (!example.viscosity.empty()) {
        arrays.viscosity = example.viscosity.data();
    }
    return arrays;
}

/// The planes that a slab has from below.
template <typename T>
long long planes_before(const Box<T>& box)
{
    return box.bounded ? 2 : 1;
}

/// `count` planes of a box from plane `first` on, which go on with its other planes on either side.
template <typename T>
Box<T> middle_of(Box<T> box, long long first, long long count)
{
    box.counts[2] = count;
    box.periodic[2] = false;
    box.joined[0] = true;
    box.joined[1] = true;
    Spacings<T>& z = box.axes[2];
    for (const T** table : {&z.per_width, &z.per_gap, &z.share[0], &z.share[1]}) {
        *table += first;
    }
    const auto move = [&](Beyond<T>& beyond, int axis) {
        if (beyond.values != nullptr) {
            beyond.values += first * box.counts[faster_axis(axis)];
        }
    };
    for (int face = 0; face < 4; ++face) {
        for (Beyond<T>& beyond : box.faces[face].velocity) {
            move(beyond, face / 2);
        }
        move(box.faces[face].scalar, face / 2);
    }
    return box;
}

/// The arrays from a later value on.
template <typename T>
StageArrays<T> moved(StageArrays<T> arrays, long long by)
{
    for (int axis = 0; axis < 3; ++axis) {
        arrays.velocity[axis] += by;
        arrays.next[axis] += by;
        arrays.rates[axis] += by;
    }
    arrays.impulse += by;
    if (arrays.scalar != nullptr) {
        arrays.scalar += by;
        arrays.next_scalar += by;
        arrays.scalar_rates += by;
    }
    if (arrays.viscosity != nullptr) {
        arrays.viscosity += by;
    }
    return arrays;
}

/// The largest difference of values of a stage in other orders of summation: rates are differences
/// of about ten terms up to |u|^2 / dx or friction, at most a few
/// thousand, each off by some roundings.
template <typename T>
constexpr T stage_tolerance = 4000 * 10 * std::numeric_limits<T>::epsilon();

template <typename T>
void expect_near(const std::vector<T>& found, const std::vector<T>& expected, const char* what)
{
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t at = 0; at < expected.size(); ++at) {
        ASSERT_NEAR(found[at], expected[at], stage_tolerance<T>) << what << " at " << at;
    }
}

}  // namespace tobiuo::flow
