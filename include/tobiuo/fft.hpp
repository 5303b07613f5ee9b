// SPDX-License-Identifier: BSD-3-Clause
// Fourier transforms on GPUs and CPUs: everything that a user of them includes.
#pragma once

#include <tobiuo/fft/distributed_plan.hpp>
#include <tobiuo/fft/functions.hpp>
#include <tobiuo/fft/out_of_card_plan.hpp>
#include <tobiuo/fft/plan.hpp>
#include <tobiuo/fft/pointwise_plan.hpp>
#include <tobiuo/fft/r2r_plan.hpp>
#include <tobiuo/fft/transform.hpp>
#include <tobiuo/page_lock.hpp>
#include <tobiuo/watch.hpp>
