// SPDX-License-Identifier: BSD-3-Clause
// Sentences with figures, and what the views of all solvers say.
#include "app/output/views.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;

Json report()
{
    return {{"name", "t"},
            {"run", {{"sweeps", 3}, {"seconds", 0.25}, {"gosa", nullptr}}},
            {"cells", {96, 48}},
            {"bytes", 1'880'000'000},
            {"bad", std::numeric_limits<double>::quiet_NaN()},
            {"doubt", ""},
            {"error", {{"l2", 0.5}}}};
}

std::string told(const std::string& sentence)
{
    return filled(sentence, report());
}

TEST(Sentence, has_values_in_formats)
{
    EXPECT_EQ(told("{name}: {run.sweeps}, {run.seconds}, {run.seconds:.3e}"),
              "t: 3, 0.25, 2.500e-01");
    EXPECT_EQ(told("{cells:x}, {cells.1}, {bytes:bytes}"), "96x48, 48, 1.88 GB");
    EXPECT_EQ(told("{run.sweeps:#sweep}, {run.sweeps/3:#sweep}"), "3 sweeps, 1 sweep");
    EXPECT_EQ(told("{run.gosa}{none}, {bad:.2f}"), ", nan");
}

TEST(TimeWords, have_the_parts_that_are_a_hundredth_of_the_wall_time)
{
    Json report{{"solver", "flow"},
                {"time",
                 {{"wall_s", 34.12},
                  {"plan_s", 1.04},
                  {"fill_s", 0.3},
                  {"steps_s", 2.3},
                  {"observe_s", 8.42},
                  {"files_s", 22.04},
                  {"other_s", 0.02}}}};
    add_derived_figures(report);
    EXPECT_EQ(report["time"]["words"],
              "34.1 s: 1.0 plan, 2.3 steps, 8.4 observe, 22.0 waiting for files");
    report["solver"] = "poisson";
    report["time"] = {{"wall_s", 0.04567}, {"steps_s", 0.04567}};
    add_derived_figures(report);
    EXPECT_EQ(report["time"]["words"], "0.0457 s: 0.0457 solves");
    report["time"] = {{"wall_s", "long"}};
    add_derived_figures(report);
    EXPECT_EQ(report["time"]["words"], "");
}

TEST(Sentence, multiplies_and_divides_from_left_to_right)
{
    EXPECT_EQ(told("{run.seconds*1e3/run.sweeps:.4g}"), "83.33");
    EXPECT_TRUE(value_of(report(), "run.seconds*none").is_null());
    EXPECT_TRUE(value_of(report(), "run.seconds/run.none").is_null());
    EXPECT_TRUE(value_of(report(), "run.seconds/0").is_null());
    EXPECT_TRUE(value_of(report(), "name*2").is_null());
}

TEST(Sentence, leaves_out_brackets_with_absent_values)
{
    EXPECT_EQ(told("a[ {run.gosa}]b[ {bad}]c[ {run.sweeps}]"), "abc 3");
    EXPECT_EQ(told("[{bad}][else [{none}][else c]]"), "c");
    EXPECT_EQ(told("[{run.sweeps}][else b][else c]"), "3");
}

TEST(Sentence, asks_whether_a_value_is_true)
{
    EXPECT_EQ(told("[if error: yes][else no], [if doubt: yes][else no], [if none: yes][else no]"),
              "yes, no, no");
    EXPECT_EQ(told("[if not doubt: sure][if run.sweeps: : {run.sweeps}][if error:  {none}]"),
              "sure: 3");
}

TEST(Views, have_sentences_whose_brackets_match)
{
    for (const auto& [solver, view] : views().items()) {
        const Json flat = view.flatten();
        for (const auto& [place, value] : flat.items()) {
            const std::string text = value.is_string() ? value.get<std::string>() : "";
            for (const auto& pair : {"[]", "{}"}) {
                EXPECT_EQ(std::ranges::count(text, pair[0]), std::ranges::count(text, pair[1]))
                    << solver << place;
            }
        }
        for (const char* key : {"title", "label_width", "summary", "ends", "verdict", "notices",
                                "tiles", "columns", "study"}) {
            EXPECT_TRUE(view.contains(key)) << solver << " " << key;
        }
    }
    EXPECT_EQ(views().size(), 3U);
}

TEST(DerivedFigures, are_added_where_their_parts_are_known)
{
    Json flow{{"run", {{"steps", 50}, {"first_step", 30}, {"seconds", 2.0}}}};
    add_derived_figures(flow);
    EXPECT_EQ(flow["run"]["own_steps"], 20);
    Json old{{"run", {{"seconds", 2.0}}},
             {"grid", {{"unknowns", 4}}},
             {"residual", {{"backward_error", 1e-17}, {"rounding_level", 1e-15}}}};
    add_derived_figures(old);
    EXPECT_DOUBLE_EQ(old["run"]["transform_gflops"], 5.0 * 4.0 * 2.0 / 2.0 * 1e-9);
    EXPECT_EQ(old["residual"]["at_rounding_level"], true);
    Json other{{"run", {{"sweeps", 3}}}};
    const Json before = other;
    add_derived_figures(other);
    EXPECT_EQ(other, before);
}

}  // namespace
}  // namespace tobiuo
