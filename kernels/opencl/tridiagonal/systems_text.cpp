// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/tridiagonal/systems_text.hpp"

#include <string_view>

#include "kernels/tridiagonal/eliminated_row.hpp"
#include "runtime/opencl/printed.hpp"

namespace tobiuo::opencl {
namespace {

constexpr std::string_view begin = R"(
#pragma OPENCL FP_CONTRACT OFF

/* A sum with the rounding errors of its additions, see kernels/compensated_sum.hpp. */
typedef struct {
    double sum;
    double rest;
} Sum;

void add(Sum* to, double term)
{
    const double sum = to->sum + term;
    const double of_term = sum - to->sum;
    to->rest += (to->sum - (sum - of_term)) + (term - of_term);
    to->sum = sum;
}

double value_of(Sum sum)
{
    return sum.rest == sum.rest ? sum.sum + sum.rest : sum.sum;
}

__kernel void tridiagonal_solve(
    __global Real* data, __global double* losses, __global const double* below,
    __global const double* above, __global const double* width, __global const double* inner,
    __global const double* outer, __global Real* constant_, double first_wall, double last_wall,
    double scale, long count, long step, long inner_count, long beside_step, long beyond_count,
    long beyond_step)
{
    const long line = get_global_id(0);
    if (line >= inner_count * beyond_count) {
        return;
    }
    const long offset =
        line % inner_count * beside_step + line / inner_count * beyond_step;
    const double shift = inner[line % inner_count] + outer[line / inner_count];
    __global Real* value = data + offset;
    __global double* kept = losses + offset;
    if (shift != 0.0 || constant_ == 0) {
)";

constexpr std::string_view end = R"(        return;
    }
    /* The singular system: the mean is removed, sources add up to fluxes and fluxes to values of
       zero mean. */
    Sum length = {0.0, 0.0};
    Sum sum = {0.0, 0.0};
    for (long k = 0; k < count; ++k) {
        add(&length, width[k]);
        add(&sum, width[k] * (double)value[k * step]);
    }
    const double mean = value_of(sum) / value_of(length);
    *constant_ = (Real)mean;
    Sum flux = {0.0, 0.0};
    Sum height = {0.0, 0.0};
    sum.sum = 0.0;
    sum.rest = 0.0;
    for (long k = 0; k < count; ++k) {
        add(&flux, width[k] * scale * ((double)value[k * step] - mean));
        kept[k * step] = value_of(height);
        add(&sum, width[k] * value_of(height));
        add(&height, k + 1 < count ? value_of(flux) / (above[k] * width[k]) : 0.0);
    }
    for (long k = 0; k < count; ++k) {
        value[k * step] = (Real)(kept[k * step] - value_of(sum) / value_of(length));
    }
}
)";

/// The elimination and substitution of a line whose matrix is regular.
std::string elimination_text()
{
    std::string text = R"(
        double loss = 1.0;
        double solved = 0.0;
        for (long k = 0; k < count; ++k) {
            const double decay =
                (k == 0 ? first_wall : 0.0) + (k == count - 1 ? last_wall : 0.0) - shift;
)";
    const auto row =
        tridiagonal::eliminated_row(Printed{"below[k]"}, Printed{"loss"}, Printed{"decay"},
                                    Printed{"above[k]"}, [&](const Printed& pivot) {
                                        text += "const double share = 1.0 / " + pivot.text + ";\n";
                                        return Printed{"share"};
                                    });
    text += "loss = " + row.loss.text + ";\n";
    text += "solved = (below[k] * solved - scale * (double)value[k * step]) * share;\n";
    const Printed behind = tridiagonal::substituted(
        Printed{"kept[k * step]"}, Printed{"(double)value[k * step]"}, Printed{"behind"});
    return text + R"(
            kept[k * step] = loss;
            value[k * step] = (Real)solved;
        }
        double behind = 0.0;
        for (long k = count - 1; k >= 0; --k) {
            behind = )" +
           behind.text + R"(;
            value[k * step] = (Real)behind;
        }
)";
}

}  // namespace

std::string systems_text(Precision precision)
{
    const std::string real = precision == Precision::fp32 ? "float" : "double";
    return "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\ntypedef " + real + " Real;\n" +
           std::string{begin} + elimination_text() + std::string{end};
}

}  // namespace tobiuo::opencl
