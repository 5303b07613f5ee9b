// Runs the passes of a cosine or sine transform on the host, by the code of the kernels.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/fft/kernel/pass_twin.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "kernels/fft/r2r_engine.hpp"
#include "tests/kernels/fft/r2r_twin/r2r_cases.hpp"
#include "tests/support/fft_tolerance.hpp"

namespace tobiuo::test {

/// The arrays of a transform in place, with random samples.
template <typename T>
class R2rTwin {
public:
    explicit R2rTwin(const fft::R2rProblem& problem) : problem_{problem}
    {
        std::int64_t points = 1;
        for (const fft::R2rAxis& axis : problem.axes) {
            points *= axis.points;
            type_one_ =
                type_one_ || axis.kind == fft::R2rKind::dct_1 || axis.kind == fft::R2rKind::dst_1;
        }
        std::mt19937_64 engine{7};
        std::uniform_real_distribution<T> random{-1, 1};
        for (std::int64_t at = 0; at < points * problem.batch; ++at) {
            samples_.push_back(random(engine));
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
        fft::make_host_r2r_engine(in_place, 1)->execute(expected.data(), expected.data(), nullptr);
        double difference = 0.0;
        double size = 0.0;
        for (std::size_t at = 0; at < expected.size(); ++at) {
            difference += std::pow(found_[at] - expected[at], 2);
            size += std::pow(expected[at], 2);
        }
        // type 1 adds up differences, along each of at most two axes here
        const double allowed =
            (type_one_ ? 4.0 : 1.0) * fft_tolerance<T>(static_cast<std::int64_t>(expected.size()));
        EXPECT_LE(std::sqrt(difference / size), allowed);
    }

private:
    fft::R2rProblem problem_;
    bool type_one_ = false;
    std::vector<T> samples_;
    std::vector<T> found_;
};

}  // namespace tobiuo::test
