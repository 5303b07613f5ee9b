// SPDX-License-Identifier: BSD-3-Clause
// Tables 7 to 12 of Nukada et al. 2008: the paper's figures, and ours from times taken here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/measurement.hpp"
#include "kernels/fft/problem.hpp"
#include "studies/published/published.hpp"

namespace tobiuo::fft_bench {

/// The times of one execution: median, least and greatest of the repetitions.
struct Timed {
    bench::Times seconds;
    std::size_t repetitions{};
    std::string plan = {};                ///< in words
    std::optional<double> error_l2 = {};  ///< against FFTW in higher precision, if it was computed
};

/// The times by name: "five-step 256", "five-step 256 step 3", "ours 64", "cufft 128", "ours rows",
/// "cufft rows", "to device", "to host", "fftw 256".
using Times = std::map<std::string, Timed, std::less<>>;

enum class Unit { milliseconds, gflops, gbps };

/// A figure that follows from times: a sum of them, or an amount divided by such a sum.
struct PaperRow {
    int number{};  ///< the x of the paper's figures; 0: the paper has none
    std::string what;
    Unit unit{};
    double amount{};                                   ///< operations or bytes
    std::vector<std::pair<std::string, double>> sums;  ///< names of times, and their factors

    /// The figure on this machine; nothing unless all its times were taken.
    [[nodiscard]] std::optional<double> here(const Times& times) const;
};

struct PaperTable {
    int number{};
    std::string title;
    std::vector<PaperRow> rows;
    std::vector<PublishedSeries> published;  ///< columns of the paper
};

/// The paper's cube: complex, single precision.
[[nodiscard]] fft::Problem paper_cube(std::int64_t edge);
/// The rows of table 9: 65,536 rows of 256 points.
[[nodiscard]] fft::Problem paper_rows();

[[nodiscard]] std::vector<PaperTable> paper_tables();

[[nodiscard]] std::string_view word_of(Unit unit);

/// The table as text: a line for each row, with the column of this machine last; "-" for what is
/// absent.
[[nodiscard]] std::string text_of(const PaperTable& table, const Times& times);

/// The differences from the paper's conditions.
[[nodiscard]] std::string paper_foot();

}  // namespace tobiuo::fft_bench
