// SPDX-License-Identifier: BSD-3-Clause
// Forms as text: what the compiler reads, and names that distinguish any two forms.
#include "kernels/fft/kernel/kernel_source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tobiuo::fft {
namespace {

using ::testing::HasSubstr;

/// A form in which every field differs from its default; initialiser() must write this text.
constexpr PassForm full_form{
    .block = {.length = 60,
              .stages = 3,
              .radices = {5, 4, 3},
              .threads_per_transform = 15,
              .transforms_per_block = 8,
              .load_contiguous = false,
              .store_contiguous = false,
              .pad = 4,
              .twiddle_recurrence = true,
              .min_blocks_per_sm = 3},
    .points = 29,
    .inverse = true,
    .bluestein = true,
    .source_side = Side::spectrum,
    .sink_side = Side::real,
    .load = Access::through_l2,
    .store = Access::streaming,
    .source = {.count = 11, .step = 12, .inner = 13, .inner_step = 14, .outer_step = 15},
    .sink = {.count = 11, .step = 22, .inner = 23, .inner_step = 24, .outer_step = 25},
    .twiddle = {.length = 31, .divisor = 32, .second = 33}};

TEST(Spelling, an_initialiser_names_every_field)
{
    EXPECT_EQ(
        initialiser(full_form),
        "{.block = {.length = 60, .stages = 3, .radices = {5, 4, 3}, .threads_per_transform = 15, "
        ".transforms_per_block = 8, "
        ".load_contiguous = false, .store_contiguous = false, .pad = 4, .twiddle_recurrence = "
        "true, "
        ".min_blocks_per_sm = 3, }, .points = 29, .inverse = true, .bluestein = true, "
        ".source_side = tobiuo::fft::Side::spectrum, .sink_side = tobiuo::fft::Side::real, "
        ".load = tobiuo::fft::Access::through_l2, .store = tobiuo::fft::Access::streaming, "
        ".source = {.count = 11, .step = 12, .inner = 13, .inner_step = 14, .outer_step = 15, }, "
        ".sink = {.count = 11, .step = 22, .inner = 23, .inner_step = 24, .outer_step = 25, }, "
        ".twiddle = {.length = 31, .divisor = 32, .second = 33, }}");
}

TEST(Spelling, short_names_say_how_a_pass_works)
{
    PassForm form;
    form.points = 512;
    form.block = {.length = 512,
                  .stages = 2,
                  .radices = {32, 16},
                  .threads_per_transform = 16,
                  .transforms_per_block = 8};
    EXPECT_EQ(short_name(form), "512=32x16 16x8 contiguous");
    form.block.store_contiguous = false;
    EXPECT_EQ(short_name(form), "512=32x16 16x8 transposing");
    form.block.load_contiguous = false;
    EXPECT_EQ(short_name(form), "512=32x16 16x8 strided");
    form.points = 251;
    form.bluestein = true;
    EXPECT_EQ(short_name(form), "251 by Bluestein 512=32x16 16x8 strided");
}

/// Copies of the form with one field changed in each; the configuration stays valid.
std::vector<PassForm> neighbours(const PassForm& form)
{
    using Change = std::function<void(PassForm&)>;
    const std::vector<Change> changes{
        [](PassForm& f) { f.block.radices[0] = 4, f.block.radices[1] = 5; },
        [](PassForm& f) { f.block.length = 120, f.block.radices[0] = 10; },
        [](PassForm& f) { f.block.threads_per_transform = 20; },
        [](PassForm& f) { f.block.transforms_per_block = 16; },
        [](PassForm& f) { f.block.load_contiguous = true; },
        [](PassForm& f) { f.block.store_contiguous = true; },
        [](PassForm& f) { f.block.pad = 0; },
        [](PassForm& f) { f.block.pad = 5; },
        [](PassForm& f) { f.block.twiddle_recurrence = false; },
        [](PassForm& f) { f.block.min_blocks_per_sm = 2; },
        [](PassForm& f) { f.points = 30; },
        [](PassForm& f) { f.inverse = false; },
        [](PassForm& f) { f.points = 60, f.bluestein = false; },
        [](PassForm& f) { f.source_side = Side::complex; },
        [](PassForm& f) { f.source_side = Side::pairs; },
        [](PassForm& f) { f.sink_side = Side::pairs_spectrum; },
        [](PassForm& f) { f.load = Access::normal; },
        [](PassForm& f) { f.store = Access::normal; },
        [](PassForm& f) { f.source.count = f.sink.count = 12; },
        [](PassForm& f) { ++f.source.step; },
        [](PassForm& f) { ++f.source.inner; },
        [](PassForm& f) { ++f.source.inner_step; },
        [](PassForm& f) { ++f.source.outer_step; },
        [](PassForm& f) { ++f.sink.step; },
        [](PassForm& f) { ++f.sink.inner; },
        [](PassForm& f) { ++f.sink.inner_step; },
        [](PassForm& f) { ++f.sink.outer_step; },
        [](PassForm& f) { f.sink = f.source; },
        [](PassForm& f) { f.twiddle = {}; },
        [](PassForm& f) { ++f.twiddle.length; },
        [](PassForm& f) { ++f.twiddle.divisor; },
        [](PassForm& f) { ++f.twiddle.second; }};
    std::vector<PassForm> all{form};
    for (const Change& change : changes) {
        all.push_back(form);
        change(all.back());
    }
    return all;
}

TEST(Spelling, passes_that_differ_have_different_names_and_texts)
{
    std::set<std::string> names;
    std::set<std::string> programs;
    for (const PassForm& form : neighbours(full_form)) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const device::Specialisation what = specialise(form, precision);
            EXPECT_TRUE(names.insert(what.identifier()).second) << what.identifier();
            EXPECT_TRUE(programs.insert(what.program()).second) << what.identifier();
        }
    }
}

TEST(Spelling, merged_passes_that_differ_have_different_names_and_texts)
{
    const MergedForm form{.first = full_form,
                          .second = full_form,
                          .planes = 7,
                          .pipeline_distance = 3,
                          .in_bytes = 100,
                          .middle_bytes = 200,
                          .out_bytes = 300};
    std::vector<MergedForm> all{form};
    const auto changed = [&](auto MergedForm::*field, auto value) {
        all.push_back(form);
        all.back().*field = value;
    };
    for (const PassForm& other : neighbours(full_form)) {
        if (other != full_form) {
            changed(&MergedForm::first, other);
            changed(&MergedForm::second, other);
        }
    }
    changed(&MergedForm::planes, 8);
    changed(&MergedForm::pipeline_distance, 4);
    changed(&MergedForm::in_bytes, 101LL);
    changed(&MergedForm::middle_bytes, 201LL);
    changed(&MergedForm::out_bytes, 301LL);
    changed(&MergedForm::discard_bytes, 128LL);
    std::set<std::string> names;
    std::set<std::string> programs;
    for (const MergedForm& one : all) {
        const device::Specialisation what = specialise(one, Precision::fp32);
        EXPECT_TRUE(names.insert(what.identifier()).second) << what.identifier();
        EXPECT_TRUE(programs.insert(what.program()).second) << what.identifier();
    }
}

TEST(Spelling, names_are_those_of_files)
{
    const std::string name = specialise(full_form, Precision::fp64).identifier();
    EXPECT_THAT(name, HasSubstr("fft-pass-fp64-29c60-5.4.3-15x8-"));
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-+"), std::string::npos)
        << name;
}

}  // namespace
}  // namespace tobiuo::fft
