// SPDX-License-Identifier: BSD-3-Clause
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_twins.hpp"

#include <stdexcept>

#include "kernels/tridiagonal/toeplitz/toeplitz_twin.hpp"
#include "tests/kernels/tridiagonal/toeplitz/toeplitz_examples.hpp"

namespace tobiuo::test {
namespace {

template <ToeplitzForm form, typename T>
ToeplitzTwin<T> twin()
{
    return {.form = form, .solve = [](const ToeplitzSystems<T>& systems) {
                tridiagonal::solve_toeplitz_on_host<form>(systems);
            }};
}

template <typename T, Edge first, Edge last>
std::vector<ToeplitzTwin<T>> twins_between()
{
    return {twin<toeplitz_form(48, first, last, 4, 8), T>(),
            twin<toeplitz_form(37, first, last, 5, 16), T>(),
            twin<toeplitz_form(6, first, last, 1, 32), T>(),
            twin<toeplitz_form(41, first, last, 5, 1), T>(),
            twin<toeplitz_form(3, first, last, 3, 4), T>(),
            twin<toeplitz_form(2, first, last, 1, 2), T>()};
}

}  // namespace

template <typename T>
std::vector<ToeplitzTwin<T>> toeplitz_twins(Edge first, Edge last)
{
    std::vector<ToeplitzTwin<T>> found;
    const auto between = [&]<Edge one, Edge other>() {
        if (first == one && last == other) {
            found = twins_between<T, one, other>();
        }
    };
    using enum Edge;
    between.template operator()<periodic, periodic>();
    between.template operator()<even_half, even_half>();
    between.template operator()<even_half, odd_half>();
    between.template operator()<odd_half, even_half>();
    between.template operator()<odd_half, odd_half>();
    between.template operator()<even_whole, even_whole>();
    between.template operator()<even_whole, odd_whole>();
    between.template operator()<odd_whole, even_whole>();
    between.template operator()<odd_whole, odd_whole>();
    between.template operator()<unbounded, unbounded>();
    between.template operator()<even_half, unbounded>();
    between.template operator()<unbounded, even_whole>();
    between.template operator()<odd_half, unbounded>();
    between.template operator()<unbounded, odd_whole>();
    if (found.empty()) {
        throw std::logic_error{"no twin was compiled for these edges"};
    }
    return found;
}

template std::vector<ToeplitzTwin<float>> toeplitz_twins(Edge first, Edge last);
template std::vector<ToeplitzTwin<double>> toeplitz_twins(Edge first, Edge last);

}  // namespace tobiuo::test
