// Tables 7 to 12 of Nukada et al. 2008: the paper's figures, and ours from what was timed here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/studies/published/published.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft_bench {

/// What was timed: one execution, median, least and most of the repetitions.
struct Timed {
    double seconds{};
    double least{};
    double most{};
    int repetitions{};
    std::string plan = {};                ///< in words
    std::optional<double> error_l2 = {};  ///< against FFTW in more digits, where it was looked at
};

/// By name: "five-step 256", "five-step 256 step 3", "ours 64", "cufft 128", "ours rows",
/// "cufft rows", "to device", "to host", "fftw 256".
using Times = std::map<std::string, Timed, std::less<>>;

enum class Unit { milliseconds, gflops, gbps };

/// A figure that follows from times: all are sums of them, or an amount by such a sum.
struct PaperRow {
    int number{};  ///< the x of the paper's figures; 0: the paper has none
    std::string what;
    Unit unit{};
    double amount{};                                   ///< operations or bytes
    std::vector<std::pair<std::string, double>> sums;  ///< names of times, and how often each

    /// Nothing unless all its times were taken.
    [[nodiscard]] std::optional<double> here(const Times& times) const;
};

struct PaperTable {
    int number{};
    std::string title;
    std::vector<PaperRow> rows;
    std::vector<PublishedSeries> published;  ///< its columns
};

/// Of the paper: complex, single precision.
[[nodiscard]] fft::Problem paper_cube(std::int64_t edge);
/// Of table 9: 65,536 rows of 256 points.
[[nodiscard]] fft::Problem paper_rows();

[[nodiscard]] std::vector<PaperTable> paper_tables();

[[nodiscard]] std::string_view word_of(Unit unit);

/// A line for each row, the column of this machine last; "-" for what is absent.
[[nodiscard]] std::string text_of(const PaperTable& table, const Times& times);

/// What is not as it was in the paper.
[[nodiscard]] std::string paper_foot();

}  // namespace tobiuo::fft_bench
