// SPDX-License-Identifier: BSD-3-Clause
// FFTW's three libraries (single, double, long double) under the same names.
#pragma once

#include <fftw3.h>

namespace tobiuo::fft {

/// The functions that are used of the library whose real type is T.
template <typename T>
struct Fftw;

template <>
struct Fftw<float> {
    using Complex = fftwf_complex;
    using Plan = fftwf_plan;
    static constexpr auto init_threads = fftwf_init_threads;
    static constexpr auto plan_with_threads = fftwf_plan_with_nthreads;
    static constexpr auto set_loop = fftwf_threads_set_callback;
    static constexpr auto planner_threads = fftwf_planner_nthreads;
    static constexpr auto plan_c2c = fftwf_plan_guru64_dft;
    static constexpr auto plan_split = fftwf_plan_guru64_split_dft;
    static constexpr auto plan_r2c = fftwf_plan_guru64_dft_r2c;
    static constexpr auto plan_c2r = fftwf_plan_guru64_dft_c2r;
    static constexpr auto plan_r2r = fftwf_plan_guru64_r2r;
    static constexpr auto execute_c2c = fftwf_execute_dft;
    static constexpr auto execute_split = fftwf_execute_split_dft;
    static constexpr auto execute_r2c = fftwf_execute_dft_r2c;
    static constexpr auto execute_c2r = fftwf_execute_dft_c2r;
    static constexpr auto execute_r2r = fftwf_execute_r2r;
    static constexpr auto alignment_of = fftwf_alignment_of;
    static constexpr auto destroy = fftwf_destroy_plan;
    static constexpr const char* version = fftwf_version;
};

template <>
struct Fftw<double> {
    using Complex = fftw_complex;
    using Plan = fftw_plan;
    static constexpr auto init_threads = fftw_init_threads;
    static constexpr auto plan_with_threads = fftw_plan_with_nthreads;
    static constexpr auto set_loop = fftw_threads_set_callback;
    static constexpr auto planner_threads = fftw_planner_nthreads;
    static constexpr auto plan_c2c = fftw_plan_guru64_dft;
    static constexpr auto plan_split = fftw_plan_guru64_split_dft;
    static constexpr auto plan_r2c = fftw_plan_guru64_dft_r2c;
    static constexpr auto plan_c2r = fftw_plan_guru64_dft_c2r;
    static constexpr auto plan_r2r = fftw_plan_guru64_r2r;
    static constexpr auto execute_c2c = fftw_execute_dft;
    static constexpr auto execute_split = fftw_execute_split_dft;
    static constexpr auto execute_r2c = fftw_execute_dft_r2c;
    static constexpr auto execute_c2r = fftw_execute_dft_c2r;
    static constexpr auto execute_r2r = fftw_execute_r2r;
    static constexpr auto alignment_of = fftw_alignment_of;
    static constexpr auto destroy = fftw_destroy_plan;
    static constexpr const char* version = fftw_version;
};

template <>
struct Fftw<long double> {
    using Complex = fftwl_complex;
    using Plan = fftwl_plan;
    static constexpr auto init_threads = fftwl_init_threads;
    static constexpr auto plan_with_threads = fftwl_plan_with_nthreads;
    static constexpr auto set_loop = fftwl_threads_set_callback;
    static constexpr auto planner_threads = fftwl_planner_nthreads;
    static constexpr auto plan_c2c = fftwl_plan_guru64_dft;
    static constexpr auto plan_split = fftwl_plan_guru64_split_dft;
    static constexpr auto plan_r2c = fftwl_plan_guru64_dft_r2c;
    static constexpr auto plan_c2r = fftwl_plan_guru64_dft_c2r;
    static constexpr auto plan_r2r = fftwl_plan_guru64_r2r;
    static constexpr auto execute_c2c = fftwl_execute_dft;
    static constexpr auto execute_split = fftwl_execute_split_dft;
    static constexpr auto execute_r2c = fftwl_execute_dft_r2c;
    static constexpr auto execute_c2r = fftwl_execute_dft_c2r;
    static constexpr auto execute_r2r = fftwl_execute_r2r;
    static constexpr auto alignment_of = fftwl_alignment_of;
    static constexpr auto destroy = fftwl_destroy_plan;
    static constexpr const char* version = fftwl_version;
};

}  // namespace tobiuo::fft
