// How a function that gives the values of an array is compiled into the pass that would read it.
#pragma once

#include <string>
#include <vector>

#include "kernels/device/specialisation.hpp"
#include "kernels/fft/pass/merged_form.hpp"
#include "kernels/fft/pass/pass_form.hpp"
#include "kernels/precision.hpp"

namespace tobiuo::fft {

/// CUDA C++ that defines Real function(long long index, const void* data), the value at a place of
/// the array [z][y][x] that the first pass of a plan would read, and the function's name. Real is
/// float or double; the text stands in a namespace of its own, behind the embedded headers that
/// `includes` names. `pair_function`, if there is one, is void(long long index, Real (&values)[2],
/// const void* data) and gives the values at an even index and the next one at once.
struct LoadFunction {
    std::string source = {};
    std::string function = {};
    std::string pair_function = {};
    std::vector<std::string> includes = {};

    [[nodiscard]] bool wanted() const { return !function.empty(); }
};

/// How a pass is compiled with the function instead of its source.
[[nodiscard]] device::Specialisation specialise(const PassForm& form, Precision precision,
                                                const LoadFunction& function);
[[nodiscard]] device::Specialisation specialise(const MergedForm& form, Precision precision,
                                                const LoadFunction& function);

}  // namespace tobiuo::fft
