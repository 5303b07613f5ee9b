// SPDX-License-Identifier: BSD-3-Clause
// Functions at load and store for tests: each as text for the device and as code for the host,
// which applies it to arrays.
#pragma once

#include <cstddef>
#include <vector>

#include <tobiuo/fft/functions.hpp>

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/kernel/functions.hpp"
#include "kernels/fft/pass/array_index.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::test {

/// A weight whose value changes if any two elements are exchanged.
template <typename T>
T element_weight(const fft::ElementIndex& index)
{
    const auto number = 2 * index.batch + 3 * index.z + 5 * index.y + 7 * index.x;
    return static_cast<T>(number % 13 + 1) / T{13};
}
inline constexpr auto element_weight_source =
    "Real weight(const Index& index)\n"
    "{\n"
    "    const auto number = 2 * index.batch + 3 * index.z + 5 * index.y + 7 * index.x;\n"
    "    return Real(number % 13 + 1) / Real{13};\n"
    "}\n";

/// The functions: value times weight plus the number that `data` points to, or zero.
template <typename T>
T weighed_element(T value, const fft::ElementIndex& index, T shift)
{
    return value * element_weight<T>(index) + shift;
}
template <typename T>
fft::Complex<T> weighed_element(fft::Complex<T> value, const fft::ElementIndex& index, T shift)
{
    return value * fft::Complex<T>{element_weight<T>(index), T{0.5}} + fft::Complex<T>{shift, 0};
}
inline std::string weighed_element_source(bool reals)
{
    const std::string shift =
        "    const Real shift = data == nullptr ? Real{0} : *static_cast<const Real*>(data);\n";
    return element_weight_source +
           (reals ? "Real weighed(Real value, const Index& index, const void* data)\n{\n" + shift +
                        "    return value * weight(index) + shift;\n}\n"
                  : "Complex weighed(Complex value, const Index& index, const void* data)\n{\n" +
                        shift +
                        "    return value * Complex{weight(index), Real{0.5}} + Complex{shift, "
                        "Real{0}};\n}\n");
}

inline fft::LoadFunction weighed_load(bool reals)
{
    return {.source = weighed_element_source(reals), .function = "weighed"};
}
inline fft::StoreFunction weighed_store(bool reals)
{
    return {.source = weighed_element_source(reals), .function = "weighed"};
}

/// The function without a value: the weight.
inline fft::LoadFunction weight_as_input(bool reals)
{
    return {.source = element_weight_source +
                      std::string{reals ? "Real given(const Index& index, const void*)\n"
                                          "{ return weight(index); }\n"
                                        : "Complex given(const Index& index, const void*)\n"
                                          "{ return {weight(index), Real(-index.x)}; }\n"},
            .function = "given",
            .takes_value = false};
}

/// Replaces each element of an array of the problem's complex or real side by
/// `function`(value, index). Padding keeps its values.
template <typename T, typename Function>
void apply_to_elements(const fft::Problem& problem, const fft::FunctionArray& array,
                       std::vector<T>& values, const Function& function)
{
    const long long shown = array.reals ? problem.lengths.back() : array.shape.row;
    for (long long place = 0; place < array.shape.elements(); ++place) {
        const fft::ElementIndex index = fft::index_in(array.shape, place);
        const auto at = static_cast<std::size_t>(array.reals ? place : 2 * place);
        if (index.x >= shown) {
            continue;
        }
        if (array.reals) {
            values[at] = function(values[at], index);
        } else {
            const fft::Complex<T> value =
                function(fft::Complex<T>{values[at], values[at + 1]}, index);
            values[at] = value.x;
            values[at + 1] = value.y;
        }
    }
}

}  // namespace tobiuo::test
