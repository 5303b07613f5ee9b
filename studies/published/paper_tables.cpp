// SPDX-License-Identifier: BSD-3-Clause
#include "studies/published/paper_tables.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace tobiuo::fft_bench {
namespace {

using Sums = std::vector<std::pair<std::string, double>>;

constexpr std::int64_t edge = 256;
constexpr std::size_t narrowest = 9;  // least width of a column

std::string name(const char* library, std::int64_t size)
{
    return fmt::format("{} {}", library, size);
}

std::string step_name(int step)
{
    return fmt::format("five-step {} step {}", edge, step);
}

PaperRow time_row(int number, std::string what, Sums sums)
{
    return {.number = number,
            .what = std::move(what),
            .unit = Unit::milliseconds,
            .amount = 0.0,
            .sums = std::move(sums)};
}

PaperRow flops_row(int number, std::string what, const fft::Problem& problem, Sums sums)
{
    return {.number = number,
            .what = std::move(what),
            .unit = Unit::gflops,
            .amount = fft::flops(problem),
            .sums = std::move(sums)};
}

/// A row of bandwidth, in which the bytes of the cube move `moves` times.
PaperRow bytes_row(int number, std::string what, double moves, Sums sums)
{
    return {.number = number,
            .what = std::move(what),
            .unit = Unit::gbps,
            .amount = moves * static_cast<double>(fft::input_bytes(paper_cube(edge))),
            .sums = std::move(sums)};
}

std::vector<PaperRow> rows_of_7()
{
    const fft::Problem cube = paper_cube(edge);
    return {time_row(1, "five steps", {{name("five-step", edge), 1}}),
            flops_row(2, "five steps", cube, {{name("five-step", edge), 1}}),
            flops_row(3, "CUFFT 1.1; here cuFFT", cube, {{name("cufft", edge), 1}}),
            flops_row(0, "here the planner's choice", cube, {{name("ours", edge), 1}})};
}

/// The rows of table 8, in which a step reads and writes the cube once.
std::vector<PaperRow> rows_of_8()
{
    std::vector<PaperRow> rows;
    Sums total;
    const auto add = [&](const char* what, double moves, const Sums& sums) {
        const int number = static_cast<int>(rows.size()) + 1;
        rows.push_back(time_row(number, what, sums));
        rows.push_back(bytes_row(number + 1, what, moves, sums));
    };
    add("step 1 or 3 (here their mean)", 2, {{step_name(1), 0.5}, {step_name(3), 0.5}});
    add("step 2 or 4 (here their mean)", 2, {{step_name(2), 0.5}, {step_name(4), 0.5}});
    add("step 5", 2, {{step_name(5), 1}});
    for (int step = 1; step <= 5; ++step) {
        total.emplace_back(step_name(step), 1);
    }
    add("sum of the five", 10, total);
    return rows;
}

std::vector<PaperRow> rows_of_9()
{
    const fft::Problem rows = paper_rows();
    return {time_row(1, "step 5; here the planner's choice", {{"ours rows", 1}}),
            flops_row(2, "step 5; here the planner's choice", rows, {{"ours rows", 1}}),
            time_row(3, "CUFFT 1.1; here cuFFT", {{"cufft rows", 1}}),
            flops_row(4, "CUFFT 1.1; here cuFFT", rows, {{"cufft rows", 1}})};
}

std::vector<PaperRow> rows_of_10()
{
    std::vector<PaperRow> rows;
    const auto add = [&](const char* library, const char* what, int first) {
        for (const std::int64_t size : {64, 128, 256}) {
            const int number = first == 0 ? 0 : first++;
            rows.push_back(flops_row(number, fmt::format("{}^3 {}", size, what), paper_cube(size),
                                     {{name(library, size), 1}}));
        }
    };
    add("cufft", "CUFFT 1.1; here cuFFT", 1);
    add("five-step", "five steps", 4);
    add("ours", "here the planner's choice", 0);
    return rows;
}

std::vector<PaperRow> rows_of_11()
{
    const Sums there{{"to device", 1}};
    const Sums transform{{name("five-step", edge), 1}};
    const Sums back{{"to host", 1}};
    const Sums total{there[0], transform[0], back[0]};
    const fft::Problem cube = paper_cube(edge);
    return {time_row(1, "host to device", there),
            bytes_row(2, "host to device", 1, there),
            time_row(3, "five steps on the device", transform),
            flops_row(4, "five steps on the device", cube, transform),
            time_row(5, "device to host", back),
            bytes_row(6, "device to host", 1, back),
            time_row(7, "sum of the three", total),
            flops_row(8, "sum of the three", cube, total)};
}

std::vector<PaperRow> rows_of_12()
{
    const Sums sums{{name("fftw", edge), 1}};
    return {time_row(1, "FFTW 3.2alpha2; here FFTW", sums),
            flops_row(2, "FFTW 3.2alpha2; here FFTW", paper_cube(edge), sums)};
}

std::string number_text(double value)
{
    const int decimals = value < 1 ? 4 : value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
    return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::optional<double> PaperRow::here(const Times& times) const
{
    double seconds = 0.0;
    for (const auto& [name, often] : sums) {
        const auto found = times.find(name);
        if (found == times.end()) {
            return std::nullopt;
        }
        seconds += often * found->second.seconds.median;
    }
    return unit == Unit::milliseconds ? seconds * 1e3 : amount / seconds * 1e-9;
}

fft::Problem paper_cube(std::int64_t size)
{
    return {.lengths = {size, size, size}};
}

fft::Problem paper_rows()
{
    return {.lengths = {256}, .batch = 65536};
}

std::vector<PaperTable> paper_tables()
{
    std::vector<PaperTable> tables{
        {7, "transforms of 256^3", rows_of_7(), {}},
        {8, "the five steps of 256^3, each alone", rows_of_8(), {}},
        {9, "65,536 transforms of 256 points", rows_of_9(), {}},
        {10, "transforms of 64^3, 128^3 and 256^3", rows_of_10(), {}},
        {11, "a transform of 256^3 with the way to the device and back", rows_of_11(), {}},
        {12, "a transform of 256^3 on the host", rows_of_12(), {}}};
    for (PaperTable& table : tables) {
        table.published = published_about(fmt::format("fft-table-{}", table.number));
    }
    return tables;
}

std::string_view word_of(Unit unit)
{
    return unit == Unit::milliseconds ? "ms" : unit == Unit::gflops ? "GFLOPS" : "GB/s";
}

std::string text_of(const PaperTable& table, const Times& times)
{
    const auto width = [](const PublishedSeries& series) {
        return std::max(series.device.size(), narrowest);
    };
    std::string text =
        fmt::format("\ntable {}: {}\n{:<34} {:<6}", table.number, table.title, "", "");
    for (const PublishedSeries& series : table.published) {
        text += fmt::format(" {:>{}}", series.device, width(series));
    }
    text += fmt::format(" | {:>9}\n", "here");
    for (const PaperRow& row : table.rows) {
        text += fmt::format("{:<34} {:<6}", row.what, word_of(row.unit));
        for (const PublishedSeries& series : table.published) {
            const auto theirs = series.at(row.number);
            text +=
                fmt::format(" {:>{}}", theirs ? fmt::format("{}", *theirs) : "-", width(series));
        }
        const auto here = row.here(times);
        text += fmt::format(" | {:>9}\n", here ? number_text(*here) : "-");
    }
    return text;
}

std::string paper_foot()
{
    return "\nAll in single precision, forward, in place; a step alone moves the array once, from "
           "one place to\nanother but for step 5. Where 64^3 (2.1 MB) and 128^3 (16.8 MB) fit into "
           "the "
           "L2 cache, no library\nwaits for memory. Transfers here are from and to pinned memory. "
           "Tables 1 to 6 of the paper are\nabout its machines and its memory study, which `tobiuo "
           "bench memory` repeats.\n";
}

}  // namespace tobiuo::fft_bench
