// SPDX-License-Identifier: BSD-3-Clause
// Runs the passes of a cosine or sine transform on the host, by the code of the kernels.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "tests/kernels/fft/r2r_twin/r2r_cases.hpp"
#include "tests/support/fft_tolerance.hpp"
#include "tests/support/unequal_rows.hpp"

namespace tobiuo::test {

/// The arrays of a transform in place, with random samples. Norms of the arrays of a batch are
/// powers of ten apart, and the last one of three or more has a NaN.
template <typename T>
class R2rTwin {
public:
    explicit R2rTwin(const fft::R2rProblem& problem) : problem_{problem}
    {
        for (const fft::R2rAxis& axis : problem.axes) {
            points_ *= axis.points;
        }
        samples_ = unequal_rows<T>(points_, problem.batch);
        if (problem.batch > 2) {
            samples_.back() = std::numeric_limits<T>::quiet_NaN();
        }
        found_ = samples_;
    }

    template <fft::PassForm form>
    void run()
    {
        const fft::HostTables<T> tables{form};
        fft::run_pass_on_host<form, T>(found_.data(), found_.data(), tables.view());
    }

    void expect_what_fftw_gives() const
    {
        std::vector<T> expected = samples_;
        fft::R2rProblem in_place = problem_;
        in_place.placement = fft::Placement::in_place;
        fft::host_engines()
            .make_r2r(in_place, 1)
            .execute_typed(expected.data(), expected.data(), nullptr);
        const std::int64_t finite = problem_.batch - (problem_.batch > 2 ? 1 : 0);
        for (std::int64_t row = 0; row < finite; ++row) {
            EXPECT_LE(row_error(found_, expected, points_, row), fft_tolerance<T>(points_))
                << "array " << row;
        }
    }

private:
    fft::R2rProblem problem_;
    std::int64_t points_ = 1;
    std::vector<T> samples_;
    std::vector<T> found_;
};

}  // namespace tobiuo::test
