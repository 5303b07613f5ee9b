// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"

#include <string_view>

#include "runtime/device/compile/constant.hpp"

namespace tobiuo::tridiagonal {
namespace {

std::string_view spelled(Edge edge)
{
    switch (edge) {
        case Edge::periodic:
            return "periodic";
        case Edge::even_half:
            return "even_half";
        case Edge::even_whole:
            return "even_whole";
        case Edge::odd_half:
            return "odd_half";
        case Edge::open:
            return "open";
        case Edge::unbounded:
            return "unbounded";
        case Edge::odd_whole:
            break;
    }
    return "odd_whole";
}

std::string field(const std::string& name, long long value)
{
    return "." + name + " = " + std::to_string(value) + ", ";
}

}  // namespace

std::string initialiser(const ToeplitzForm& form)
{
    const auto edge = [](Edge one) {
        return "tobiuo::tridiagonal::Edge::" + std::string{spelled(one)} + ", ";
    };
    return "{" + field("rows", form.rows) + field("step", form.step) +
           field("columns", form.columns) + ".first = " + edge(form.first) +
           ".last = " + edge(form.last) + ".reversed = " + (form.reversed ? "true" : "false") +
           ", " + field("threads_per_column", form.threads_per_column) +
           field("values", form.values) + field("tile", form.tile) +
           field("min_blocks_per_sm", form.min_blocks_per_sm) + "}";
}

device::Specialisation specialise(const ToeplitzForm& form, Precision precision)
{
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = form.is_slab() ? "kernels/tridiagonal/toeplitz/toeplitz_slab.cuh"
                                 : "kernels/tridiagonal/toeplitz/toeplitz.cuh";
    what.kernel = form.is_slab() ? "tridiagonal_toeplitz_slab" : "tridiagonal_toeplitz";
    what.includes = {"kernels/tridiagonal/toeplitz/toeplitz_form.hpp"};
    what.config = {
        device::real(precision),
        "static constexpr tobiuo::tridiagonal::ToeplitzForm form = " + initialiser(form) + ";"};
    const auto edge = [](Edge one) { return std::to_string(static_cast<int>(one)); };
    what.name = std::string{"toeplitz-"} + (single ? "fp32-" : "fp64-") +
                std::to_string(form.rows) + "x" + std::to_string(form.step) + "x" +
                std::to_string(form.columns) + "-" + edge(form.first) + edge(form.last) +
                (form.reversed ? "r" : "") + "-" + std::to_string(form.threads_per_column) + "x" +
                std::to_string(form.tile) + "x" + std::to_string(form.values) + "-" +
                std::to_string(form.min_blocks_per_sm);
    return what;
}

template <typename T>
ToeplitzSolver<T>::ToeplitzSolver(const ToeplitzForm& form)
    : form_{form}, kernel_{specialise(form, precision_of<T>)}
{
}

template <typename T>
void ToeplitzSolver<T>::enqueue(const ToeplitzSystems<T>& systems, cudaStream_t stream) const
{
    const long long blocks = form_.tiles() + (systems.zero_mode < 0 ? 0 : 1);
    kernel_.launch({.grid = dim3{static_cast<unsigned>(blocks)},
                    .block = dim3{static_cast<unsigned>(form_.threads())},
                    .stream = stream,
                    .overlapping = true},
                   systems, form_.rows);
}

template class ToeplitzSolver<float>;
template class ToeplitzSolver<double>;

}  // namespace tobiuo::tridiagonal
