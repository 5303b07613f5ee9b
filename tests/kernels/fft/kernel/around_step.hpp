// SPDX-License-Identifier: BSD-3-Clause
// Steps with functions on the host: arrays whose elements the functions are shown, and functions that
// count their calls.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "kernels/fft/kernel/function_twin.hpp"

namespace tobiuo::test {

using fft::ArrayShape;
using fft::Complex;
using fft::ElementIndex;
using fft::FunctionArrays;
using fft::FunctionPlaces;
using fft::HostFunctions;
using fft::index_in;

/// The elements of an array: of a row the first `shown` ones are shown, the others are padding.
struct Elements {
    ArrayShape shape = {};
    long long shown = 1;
    bool reals = false;

    [[nodiscard]] constexpr bool operator==(const Elements&) const = default;
    [[nodiscard]] constexpr int parts() const { return reals ? 1 : 2; }
    [[nodiscard]] constexpr bool shows(const ElementIndex& index) const { return index.x < shown; }
};

[[nodiscard]] constexpr Elements complex_elements(const ArrayShape& shape)
{
    return {.shape = shape, .shown = shape.row};
}
[[nodiscard]] constexpr Elements real_elements(const ArrayShape& shape, long long shown)
{
    return {.shape = shape, .shown = shown, .reals = true};
}

/// The place of an element as the documentation has it.
[[nodiscard]] inline long long place_of(const ArrayShape& shape, const ElementIndex& index)
{
    return ((index.batch * shape.z + index.z) * shape.y + index.y) * shape.row + index.x;
}

/// A weight that changes if any two indices are exchanged.
template <typename T>
[[nodiscard]] T weight(const ElementIndex& index)
{
    const auto number = 2 * index.batch + 3 * index.z + 5 * index.y + 7 * index.x;
    return static_cast<T>(number % 13 + 1) / T{13};
}

/// A function of elements, real or complex, that counts how often each is shown to it.
template <typename T>
class Weighing {
public:
    explicit Weighing(const Elements& elements, T shift)
        : elements_{elements},
          shift_{shift},
          calls_(static_cast<std::size_t>(elements.shape.elements()))
    {
    }

    T operator()(T value, const ElementIndex& index) const
    {
        count(index);
        return value * weight<T>(index) + shift_ * static_cast<T>(index.x);
    }
    Complex<T> operator()(Complex<T> value, const ElementIndex& index) const
    {
        count(index);
        return value * Complex<T>{weight<T>(index), shift_};
    }

    /// Applies the function to every element of the array that is shown and that `is_there`.
    template <typename IsThere>
    void apply_to(std::vector<T>& array, const IsThere& is_there) const
    {
        for (long long place = 0; place < elements_.shape.elements(); ++place) {
            const ElementIndex index = index_in(elements_.shape, place);
            T* const at = array.data() + elements_.parts() * place;
            if (!elements_.shows(index) || !is_there(*at)) {
                continue;
            }
            if (elements_.reals) {
                *at = (*this)(*at, index);
            } else {
                const Complex<T> value = (*this)(Complex<T>{at[0], at[1]}, index);
                at[0] = value.x;
                at[1] = value.y;
            }
        }
    }

    [[nodiscard]] int calls(long long place) const
    {
        return calls_[static_cast<std::size_t>(place)];
    }
    void forget() const { std::ranges::fill(calls_, 0); }

private:
    void count(const ElementIndex& index) const
    {
        ASSERT_TRUE(elements_.shows(index)) << "padding was shown, x " << index.x;
        ++calls_[static_cast<std::size_t>(place_of(elements_.shape, index))];
    }

    Elements elements_;
    T shift_;
    mutable std::vector<int> calls_;
};

template <typename T>
[[nodiscard]] std::vector<T> random_array(const Elements& elements)
{
    std::mt19937 engine{2012};
    std::uniform_real_distribution<double> uniform{-0.5, 0.5};
    std::vector<T> values(static_cast<std::size_t>(elements.shape.elements() * elements.parts()));
    std::ranges::generate(values, [&] { return static_cast<T>(uniform(engine)); });
    return values;
}

template <typename T>
inline constexpr T not_written = static_cast<T>(1234.5);

/// The functions around a step whose arrays are `in` and `out`.
template <Elements in, Elements out, typename T>
class AroundStep {
public:
    static constexpr FunctionPlaces places{
        .loads = true, .loads_reals = in.reals, .stores = true, .stores_reals = out.reals};
    static constexpr FunctionArrays arrays{in.shape, out.shape};

    /// The functions as a step of these places calls them.
    template <FunctionPlaces some = places>
    [[nodiscard]] auto functions() const
    {
        using Function = Weighing<T>;
        return HostFunctions<some, arrays, Function, Function, Function>{load_, load_, store_};
    }

    void load(std::vector<T>& array) const
    {
        load_.apply_to(array, [](T) { return true; });
        load_.forget();
    }
    void store(std::vector<T>& array) const
    {
        store_.apply_to(array, [](T value) { return value != not_written<T>; });
        store_.forget();
    }

    /// Every shown element was loaded at least `once` and stored once, unless it was not written.
    void expect_calls(const std::vector<T>& written) const
    {
        for (long long place = 0; place < in.shape.elements(); ++place) {
            if (in.shows(index_in(in.shape, place))) {
                ASSERT_GE(load_.calls(place), 1) << "not loaded, " << place;
            }
        }
        for (long long place = 0; place < out.shape.elements(); ++place) {
            const bool there =
                written[static_cast<std::size_t>(out.parts() * place)] != not_written<T>;
            ASSERT_EQ(store_.calls(place), there ? 1 : 0) << "stores of " << place;
        }
    }

private:
    Weighing<T> load_{in, T{0.25}};
    Weighing<T> store_{out, T{-0.5}};
};

}  // namespace tobiuo::test
