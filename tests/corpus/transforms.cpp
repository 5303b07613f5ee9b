// SPDX-License-Identifier: BSD-3-Clause
// The transforms of the corpus, with and without a function between transform and inverse.
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/schedule/pointwise_schedule.hpp"
#include "kernels/fft/schedule/schedule.hpp"
#include "studies/five_step/five_step.hpp"
#include "tests/corpus/entry.hpp"
#include "tests/corpus/plan_text.hpp"
#include "tests/corpus/problems.hpp"

namespace tobiuo::corpus {
namespace {

using Lengths = std::vector<std::int64_t>;

constexpr Precision precisions[] = {Precision::fp32, Precision::fp64};
constexpr fft::Kind kinds[] = {fft::Kind::c2c, fft::Kind::r2c, fft::Kind::c2r};

std::vector<Lengths> cubes(const std::vector<std::int64_t>& sides)
{
    std::vector<Lengths> all;
    for (const std::int64_t side : sides) {
        all.push_back({side, side, side});
    }
    return all;
}

/// Cubes of powers of two, of small factors, and with large prime factors.
std::vector<Lengths> usual_cubes()
{
    return cubes({16,  32,  48,  60,  64,  72,  80,  96,  100, 110,  125,  127, 128,
                  144, 160, 180, 192, 200, 240, 243, 251, 256, 257,  300,  320, 343,
                  384, 400, 480, 500, 512, 521, 640, 768, 900, 1000, 1021, 1024});
}

/// Boxes, planes and lines.
std::vector<Lengths> other_shapes()
{
    return {
        {64, 128, 256}, {256, 128, 64}, {512, 512, 64}, {16, 1024, 1024}, {2048, 64, 64},
        {4096, 32, 32}, {30, 42, 70},   {256, 256},     {1000, 1000},     {1024, 1024},
        {4096, 4096},   {8192, 128},    {64, 16384},    {16384, 16384},   {256},
        {4096},         {16384},        {65536},        {1000000},        {1 << 20},
        {1 << 24},      {1 << 27},      {65537},        {999983},         {3 * 5 * 7 * 11 * 13}};
}

Planned planned(const fft::Problem& problem, const fft::Schedule& schedule)
{
    return {.text = plan_text(schedule),
            .kernels = kernels_of(schedule, problem.precision),
            .requests = requests_of(schedule)};
}

void add(std::vector<Entry>& entries, const fft::Problem& problem, const fft::Choices& choices = {},
         const std::string& remark = {})
{
    Entry entry{.name = name_of(problem) + remark,
                .plan = [=](const auto& limits, const auto* table) {
                    fft::Choices with_table = choices;
                    with_table.table = table;
                    return planned(problem, fft::make_schedule(problem, limits, with_table));
                }};
    if (choices.merging == fft::Merging::automatic) {
        entry.subject = [=] {
            return fft::cuda_tuner().transform(problem, choices.allow_workspace);
        };
    }
    entries.push_back(entry);
}

/// The variants of a problem that a plan treats in another way.
void add_variants(std::vector<Entry>& entries, const Lengths& lengths, Precision precision)
{
    fft::Problem inverse = transform_of(lengths, fft::Kind::c2c, precision);
    inverse.direction = fft::Direction::inverse;
    add(entries, inverse);
    for (const fft::Kind kind : kinds) {
        fft::Problem apart = transform_of(lengths, kind, precision);
        apart.placement = fft::Placement::out_of_place;
        add(entries, apart);
        fft::Problem several = transform_of(lengths, kind, precision);
        several.batch = 8;
        add(entries, several);
    }
    add(entries, transform_of(lengths, fft::Kind::r2c, precision), {.allow_workspace = true},
        ", with a work array");
    for (const fft::Kind kind : kinds) {
        add(entries, transform_of(lengths, kind, precision), {.merging = fft::Merging::never},
            ", never merged");
    }
}

}  // namespace

std::vector<Entry> transform_entries()
{
    std::vector<Entry> entries;
    std::vector<Lengths> shapes = usual_cubes();
    const std::vector<Lengths> others = other_shapes();
    shapes.insert(shapes.end(), others.begin(), others.end());
    for (const Precision precision : precisions) {
        for (const fft::Kind kind : kinds) {
            for (const Lengths& lengths : shapes) {
                add(entries, transform_of(lengths, kind, precision));
            }
        }
        for (const Lengths& lengths : std::vector<Lengths>{{64, 64, 64},
                                                           {256, 256, 256},
                                                           {512, 512, 512},
                                                           {100, 200, 300},
                                                           {2048, 2048},
                                                           {4096}}) {
            add_variants(entries, lengths, precision);
        }
    }
    const fft::Problem published = transform_of({256, 256, 256}, fft::Kind::c2c, Precision::fp32);
    entries.push_back({.name = name_of(published) + ", five steps",
                       .plan = [published](const auto& limits, const auto* table) {
                           return planned(published, fft::five_step_schedule(published, limits,
                                                                             {.table = table}));
                       }});
    return entries;
}

std::vector<Entry> pointwise_entries()
{
    const fft::Pointwise function{
        .source =
            "Complex halved(Complex value, const Index& index, const void* data)"
            "{ return value * Complex{Real{0.5} + static_cast<Real>(index.x), 0}; }",
        .function = "halved"};
    std::vector<Entry> entries;
    for (const Precision precision : precisions) {
        for (const fft::Kind kind : {fft::Kind::c2c, fft::Kind::r2c}) {
            for (const Lengths& lengths : std::vector<Lengths>{{64, 64, 64},
                                                               {100, 100, 100},
                                                               {128, 128, 128},
                                                               {127, 127, 127},
                                                               {256, 256, 256},
                                                               {512, 512, 512},
                                                               {1024, 1024, 1024},
                                                               {1024, 1024},
                                                               {8192, 512},
                                                               {4096},
                                                               {1 << 20}}) {
                const fft::Problem problem = transform_of(lengths, kind, precision);
                entries.push_back(
                    {.name = name_of(problem) + ", with a function",
                     .plan =
                         [=](const auto& limits, const auto* table) {
                             const fft::Schedule schedule =
                                 fft::make_pointwise_schedule(problem, limits, {.table = table});
                             return Planned{.text = plan_text(schedule),
                                            .kernels = kernels_of(schedule, precision, function),
                                            .requests = requests_of(schedule)};
                         },
                     .subject = [=] { return fft::cuda_tuner().pointwise(problem, function); }});
            }
        }
    }
    return entries;
}

}  // namespace tobiuo::corpus
