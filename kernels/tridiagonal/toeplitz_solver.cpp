#include "kernels/tridiagonal/toeplitz_solver.hpp"

#include <algorithm>
#include <string_view>

namespace tobiuo::tridiagonal {
namespace {

constexpr int register_bytes = 4;
constexpr int most_resident = 8;

/// Rows of a thread and threads of a column, by races on an H200: 512^3 single 8 x 64 rows 0.302 ms,
/// 11 x 47 0.326, 16 x 32 0.346; 1024^3 double 22 x 47 rows 5.25 ms, 32 x 32 5.59; 128^3 single 8 x 16
/// rows 0.0057 ms, 3 x 43 0.0067.
constexpr int most_values_single = 64;
constexpr int most_values_double = 48;
constexpr int least_values = 16;
constexpr int wanted_lanes = 8;
/// More threads have fewer columns each: 1024^3 single 16 columns 2.67 ms, 32 columns 2.88.
constexpr int wanted_threads = 400;
constexpr int fewest_threads = 32;  ///< LevelColumn's team
/// What a thread needs beside its rows.
constexpr int other_registers = 34;

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

std::optional<ToeplitzForm> choose_toeplitz(const ToeplitzWish& wish, Precision precision,
                                            const fft::DeviceLimits& limits)
{
    if (wish.rows > most_toeplitz_rows) {
        return std::nullopt;
    }
    const auto value_bytes = static_cast<int>(bytes_per_value(precision));
    ToeplitzForm form{.rows = wish.rows,
                      .step = wish.step,
                      .columns = wish.columns,
                      .first = wish.first,
                      .last = wish.last,
                      .tile = fft::segment_bytes / value_bytes};
    const int most_values = precision == Precision::fp32 ? most_values_single : most_values_double;
    form.lanes = std::max((wish.rows + most_values - 1) / most_values,
                          std::clamp(wish.rows / least_values, 1, wanted_lanes));
    form.values = (wish.rows + form.lanes - 1) / form.lanes;
    form.lanes = (wish.rows + form.values - 1) / form.values;
    form.tile = std::max(form.tile, fewest_threads / form.lanes);
    while (form.threads() > wanted_threads && form.tile * value_bytes > fft::sector_bytes) {
        form.tile /= 2;
    }
    const int registers = form.values * value_bytes / register_bytes + other_registers;
    form.resident_blocks = std::clamp(
        limits.registers_per_multiprocessor / (form.threads() * registers), 1, most_resident);
    return oriented(form);
}

std::string initialiser(const ToeplitzForm& form)
{
    const auto edge = [](Edge one) {
        return "tobiuo::tridiagonal::Edge::" + std::string{spelled(one)} + ", ";
    };
    return "{" + field("rows", form.rows) + field("step", form.step) +
           field("columns", form.columns) + ".first = " + edge(form.first) +
           ".last = " + edge(form.last) + ".reversed = " + (form.reversed ? "true" : "false") +
           ", " + field("lanes", form.lanes) + field("values", form.values) +
           field("tile", form.tile) + field("resident_blocks", form.resident_blocks) + "}";
}

device::Specialisation specialise(const ToeplitzForm& form, Precision precision)
{
    const bool single = precision == Precision::fp32;
    device::Specialisation what;
    what.source = "kernels/tridiagonal/toeplitz.cuh";
    what.kernel = "tridiagonal_toeplitz";
    what.includes = {"kernels/tridiagonal/toeplitz_form.hpp"};
    what.config = {
        single ? "using Real = float;" : "using Real = double;",
        "static constexpr tobiuo::tridiagonal::ToeplitzForm form = " + initialiser(form) + ";"};
    const auto edge = [](Edge one) { return std::to_string(static_cast<int>(one)); };
    what.name = std::string{"toeplitz-"} + (single ? "fp32-" : "fp64-") +
                std::to_string(form.rows) + "x" + std::to_string(form.step) + "x" +
                std::to_string(form.columns) + "-" + edge(form.first) + edge(form.last) +
                (form.reversed ? "r" : "") + "-" + std::to_string(form.lanes) + "x" +
                std::to_string(form.tile) + "x" + std::to_string(form.values) + "-" +
                std::to_string(form.resident_blocks);
    return what;
}

std::string short_name(const ToeplitzForm& form)
{
    return std::to_string(form.rows) + " rows by recurrences, " + std::to_string(form.lanes) + "x" +
           std::to_string(form.tile) + " threads";
}

template <typename T>
ToeplitzSolver<T>::ToeplitzSolver(const ToeplitzForm& form)
    : form_{form}, kernel_{specialise(form, precision_of<T>)}
{
}

template <typename T>
void ToeplitzSolver<T>::enqueue(const ToeplitzSystems<T>& systems, cudaStream_t stream) const
{
    const long long blocks = form_.tiles() + (systems.level_column < 0 ? 0 : 1);
    kernel_.launch({.grid = dim3{static_cast<unsigned>(blocks)},
                    .block = dim3{static_cast<unsigned>(form_.threads())},
                    .stream = stream,
                    .overlapping = true},
                   systems, form_.rows);
}

template class ToeplitzSolver<float>;
template class ToeplitzSolver<double>;

}  // namespace tobiuo::tridiagonal
