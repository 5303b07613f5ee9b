// SPDX-License-Identifier: BSD-3-Clause
// A memory study as a plausible GPU would give it, for tests without a GPU.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "studies/memory/studies.hpp"

namespace tobiuo::test {

inline memory_study::Machine synthetic_machine()
{
    return {.name = "Test GPU",
            .compute_capability = "9.0",
            .multiprocessors = 132,
            .memory_bytes = 144 * memory_study::gibibyte,
            .l2_bytes = 60 * memory_study::mebibyte,
            .threads = 132 * 2048,
            .peak_gbps = 4900.0};
}

inline memory_study::StudySetup synthetic_setup()
{
    return {.device = 0,
            .multiprocessors = 132,
            .resident_threads = 132 * 2048,
            .free_bytes = 140 * memory_study::gibibyte,
            .quick = false};
}

/// A smooth curve with a step where a buffer exceeds L2, different for every form.
inline double synthetic_value(const memory_study::Study& study, const memory_study::Form& form,
                              double x)
{
    if (study.quantity == memory_study::Quantity::ns) {
        const double level = x <= 128e3 ? 35.0 : x <= 30e6 ? 260.0 : x <= 60e6 ? 320.0 : 640.0;
        return level * (form.lines_per_step == 32 ? 1.35 : 1.0) + 3.0 * std::log2(x);
    }
    const double barrier = form.barrier.value_or(false) ? 0.97 : 1.0;
    const double element = std::min(1.0, form.element_bytes.value_or(16) / 12.0);
    if (study.x == "threads") {
        const double resident = 132 * 2048;
        const double rounds = std::ceil(x / resident);
        const double block = std::log2(form.threads_per_block.value_or(256) / 64.0) * 0.02 + 0.9;
        return 4200.0 * barrier * block * (1.0 - std::exp(-6.0 * element * x / rounds / resident));
    }
    const double streams = study.x == "streams" ? x : form.streams.value_or(1);
    const double many = 1.0 / (1.0 + 0.02 * std::log2(streams) * std::log2(streams));
    const double cached = study.x == "bytes" && x < 60e6 ? 1.5 : 1.0;
    return 4200.0 * barrier * element * many * cached;
}

inline memory_study::Result synthetic_result(memory_study::Study study)
{
    memory_study::Result result{.study = std::move(study), .points = {}};
    for (const memory_study::Form& form : result.study.forms) {
        std::vector<memory_study::Point> points;
        for (const double x : result.study.xs) {
            const double value = synthetic_value(result.study, form, x);
            points.push_back({.x = x,
                              .bytes = result.study.bytes(x),
                              .measured = {.median = value,
                                           .least = 0.99 * value,
                                           .most = 1.01 * value,
                                           .repetitions = 7,
                                           .units = 100,
                                           .threads = form.method == "driver" ? 0 : 1024}});
        }
        result.points.push_back(std::move(points));
    }
    return result;
}

inline std::vector<memory_study::Result> synthetic_results(
    const std::vector<std::string>& only = {})
{
    std::vector<memory_study::Result> results;
    for (memory_study::Study& study : memory_study::studies(synthetic_setup(), only)) {
        results.push_back(synthetic_result(std::move(study)));
    }
    return results;
}

}  // namespace tobiuo::test
