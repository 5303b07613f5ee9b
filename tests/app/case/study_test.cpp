// SPDX-License-Identifier: BSD-3-Clause
// The section `study` of a case file: its product, its labels, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "app/case/study.hpp"
#include "tests/app/case/case_folder.hpp"

namespace tobiuo::test {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view box =
    "name: box\n"
    "solver: poisson\n"
    "grid: { cells: [8, 8] }\n"
    "source: x\n";

CaseOptions with_settings(std::vector<std::string> settings)
{
    CaseOptions options;
    options.set = std::move(settings);
    return options;
}

/// A folder with box and `study` behind it.
class StudyFile {
public:
    explicit StudyFile(const std::string& study, std::string_view common = box)
        : file_{folder_.write("case.yaml", std::string{common} + study)}
    {
    }

    [[nodiscard]] Study read(const CaseOptions& options = {}) const
    {
        return std::get<Study>(read_case_or_study(file_, options));
    }
    [[nodiscard]] std::vector<std::string> labels(const CaseOptions& options = {}) const
    {
        std::vector<std::string> all;
        for (const StudyMember& member : read(options).members) {
            all.push_back(member.label);
        }
        return all;
    }
    /// The text of the error, without the folder's path.
    [[nodiscard]] std::string refusal(const CaseOptions& options = {}) const
    {
        try {
            static_cast<void>(read(options));
        } catch (const InputError& error) {
            std::string text = error.what();
            const std::string prefix = folder_.path().string() + "/";
            for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
                text.erase(at, prefix.size());
            }
            return text;
        }
        return {};
    }
    [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }

private:
    TemporaryFolder folder_;
    std::filesystem::path file_;
};

const poisson::Problem& problem_of(const StudyMember& member)
{
    return std::get<PoissonCase>(member.the_case.solver).problem;
}

TEST(Study, takes_the_place_of_what_its_keys_exclude)
{
    const StudyFile file{"study: { run.time_step: [0.02, 0.01] }\n",
                         "name: a\nsolver: flow\ngrid: { cells: [4, 4] }\n"
                         "fluid: { viscosity: 1 }\nrun: { until: 1, cfl: 0.5 }\n"};
    EXPECT_THAT(file.labels(), ElementsAre("time_step-0.02", "time_step-0.01"));
}

TEST(Study, is_every_combination_and_the_last_key_changes_first)
{
    const StudyFile file{
        "study:\n  grid.cells: [[16, 16], [32, 16]]\n"
        "  method.operator: [second-order, spectral]\n"};
    const Study study = file.read();
    EXPECT_EQ(study.name, "box");
    EXPECT_EQ(study.folder(), file.folder() / "out/box");
    EXPECT_THAT(file.labels(),
                ElementsAre("cells-16x16_operator-second-order", "cells-16x16_operator-spectral",
                            "cells-32x16_operator-second-order", "cells-32x16_operator-spectral"));
    ASSERT_EQ(study.members.size(), 4U);
    EXPECT_EQ(problem_of(study.members[1]).op, poisson::Operator::spectral);
    EXPECT_EQ(problem_of(study.members[1]).grid.axes[0].cells, 16);
    EXPECT_EQ(problem_of(study.members[2]).op, poisson::Operator::second_order);
    EXPECT_EQ(problem_of(study.members[2]).grid.axes[0].cells, 32);
    EXPECT_EQ(study.keys[0].values[1].text, "[32, 16]");
    EXPECT_EQ(study.keys[0].values[1].json, nlohmann::ordered_json::parse("[32, 16]"));
}

TEST(Study, each_member_is_a_case_with_its_label_as_a_name)
{
    const StudyFile file{"study: { method.lambda: [-1, 2.5, 2*pi] }\n"};
    const Study study = file.read();
    EXPECT_THAT(file.labels(), ElementsAre("lambda--1", "lambda-2.5", "lambda-2-pi"));
    for (const StudyMember& member : study.members) {
        EXPECT_EQ(member.the_case.name, member.label);
        EXPECT_EQ(member.the_case.output.directory, study.folder());
        CaseOptions outside;
        outside.allow_outside = true;
        const auto again = CaseFolder{resolved_yaml(member.the_case)}.read(outside);
        EXPECT_EQ(again.name, member.label);
        EXPECT_EQ(again.output.directory.filename(), "box");
    }
    EXPECT_EQ(study.keys[0].values[0].json, -1);
    EXPECT_EQ(study.keys[0].values[2].json, "2*pi");
    CaseOptions elsewhere;
    elsewhere.output = "/elsewhere";
    EXPECT_EQ(file.read(elsewhere).folder(), "/elsewhere/box");
}

TEST(Study, labels_are_safe_short_and_different)
{
    EXPECT_THAT(StudyFile{"study: { source: [\"x/y\", x, \"x*y\"] }\n"}.labels(),
                ElementsAre("source-1", "source-2", "source-3"))
        << "two of them have the same letters";
    EXPECT_THAT(StudyFile{"study: { source: [\"sin(pi*x)\", \"1/x\"] }\n"}.labels(),
                ElementsAre("source-sin-pi-x-", "source-1-x"));
    EXPECT_THAT(
        (StudyFile{"study:\n  boundary.y.lower: [neumann, { dirichlet: x }]\n"
                   "  boundary.x.lower: [dirichlet]\n",
                   "name: box\nsolver: poisson\ngrid: { cells: [8, 8] }\nsource: x\nboundary: { x: "
                   "{ lower: neumann, upper: neumann }, y: { lower: neumann, upper: neumann } }\n"}
             .labels()),
        ElementsAre("boundary.y.lower-1_boundary.x.lower-dirichlet",
                    "boundary.y.lower-2_boundary.x.lower-dirichlet"))
        << "a map has no word, and both keys end in the same part";
    const std::string many =
        "  grid.cells: [[1024, 1024]]\n  method.operator: [fourth-order, second-order]\n"
        "  method.precision: [single]\n";
    EXPECT_THAT(
        StudyFile{"study:\n" + many + "  run.repeat: [1000]\n"}.labels(),
        ElementsAre("1024x1024_fourth-order_single_1000", "1024x1024_second-order_single_1000"));
    EXPECT_THAT(StudyFile{"study:\n  source: [0.123456789012345678901234567890]\n"
                          "  exact: [0.123456789012345678901234567890, 1]\n"}
                    .labels(),
                ElementsAre("member-1", "member-2"));
}

TEST(Study, values_take_the_place_of_those_of_the_case_and_of_what_they_exclude)
{
    const StudyFile file{"study: { grid.cells: [[5, 4, 3]], run.sweeps: [2, 3] }\n",
                         "name: a\nsolver: himeno\ngrid: { preset: S }\n"
                         "run: { target_seconds: 5 }\n"};
    const Study study = file.read();
    const auto& himeno = std::get<HimenoCase>(study.members.at(1).the_case.solver);
    EXPECT_FALSE(himeno.preset);
    EXPECT_EQ(std::get<himeno::FixedSweeps>(himeno.stop).sweeps, 3);
}

TEST(Study, may_be_set_by_the_command_line)
{
    const StudyFile file{"study: { grid.cells: [[8, 8]] }\n"};
    EXPECT_THAT(file.labels(with_settings({"study.grid.cells=[[4, 4], [6, 6]]", "run.repeat=2"})),
                ElementsAre("cells-4x4", "cells-6x6"));
    EXPECT_THAT(StudyFile{""}.labels(with_settings({"study={run.repeat: [1, 2]}"})),
                ElementsAre("repeat-1", "repeat-2"));
    EXPECT_THAT(StudyFile{""}.refusal(with_settings({"study.run.repeat=[1, x]"})),
                "--set study.run.repeat: run.repeat: expected an integer from 1 to 1000000 (got "
                "'x'): write it in decimal digits (of the member repeat-x)");
}

TEST(Study, a_file_without_the_section_is_one_case)
{
    const CaseFolder folder{box};
    EXPECT_EQ(std::get<Case>(read_case_or_study(folder.path() / "case.yaml", {})).name, "box");
    EXPECT_THAT(problems_of(std::string{box} + "study: { run.repeat: [1] }\n"),
                ElementsAre("case.yaml:5:1: study: this file stands for several cases, and one is "
                            "needed here: remove the key, or give the case.resolved.yaml of a "
                            "member that has run"));
}

TEST(Study, a_bad_section_is_told_with_its_place_and_a_cure)
{
    const std::vector<std::pair<std::string, std::string>> bad{
        {"study:\n",
         "case.yaml:5:1: study: expected a map of keys to lists of values, such as { grid.cells: "
         "[[32, 32], [64, 64]] }"},
        {"study: [run.repeat]\n",
         "case.yaml:5:8: study: expected a map of keys to lists of values, such as { grid.cells: "
         "[[32, 32], [64, 64]] }"},
        {"study: { run.repeat: [] }\n",
         "case.yaml:5:22: study: run.repeat: has no values (without one there is no member): add "
         "one, or remove the key"},
        {"study: { run.repeat: 3 }\n",
         "case.yaml:5:22: study: run.repeat: expected a list of values, one for each member: "
         "write [one, another]"},
        {"study: { run: { repeat: [3] } }\n",
         "case.yaml:5:15: study: run: expected a list of values (a key stands here with its whole "
         "path, such as grid.cells): write path: [one, another]"},
        {"study: { run.repeat: [1, ~] }\n",
         "case.yaml:5:26: study: run.repeat: a value is empty: give one, or remove it"},
        {"study: { run.repeat: [1, 2, 1] }\n",
         "case.yaml:5:29: study: run.repeat: this value is there twice (members differ): list it "
         "once"},
        {"study: { run.repaet: [1] }\n",
         "case.yaml:5:10: study: unknown key 'run.repaet' (did you mean 'repeat'?)"},
        {"study: { rum.repeat: [1] }\n",
         "case.yaml:5:10: study: unknown key 'rum.repeat' (did you mean 'run'?)"},
        {"study: { source.x.y: [1] }\n",
         "case.yaml:5:10: study: unknown key 'source.x.y' (the keys of source are file, field, "
         "component)"},
        {"study: { run.repeat.x: [1] }\n",
         "case.yaml:5:10: study: unknown key 'run.repeat.x' (run.repeat has no keys in it): name "
         "run.repeat itself"},
        {"study: { name: [a, b] }\n",
         "case.yaml:5:10: study: 'name' is one for all members (members are named by their "
         "values): remove it here"},
        {"study: { grid: [{ cells: [4] }], grid.cells: [[4]] }\n",
         "case.yaml:5:34: study: 'grid.cells' and 'grid' set the same value (one is a part of the "
         "other): keep one of them"},
        {"study: { run.repeat: [1], run.repeat: [2] }\n",
         "case.yaml:5:27: duplicate key 'run.repeat' (first given in line 5): keep one of them"}};
    for (const auto& [text, sentence] : bad) {
        EXPECT_EQ(StudyFile{text}.refusal(), sentence) << text;
    }
}

TEST(Study, a_key_that_is_set_twice_is_refused)
{
    const StudyFile file{"study: { run.repeat: [1, 2] }\n"};
    EXPECT_EQ(file.refusal(with_settings({"run.repeat=3"})),
              "case.yaml:5:10: study: 'run.repeat' is also set by --set run.repeat (a member can "
              "have one value of it): leave that out, or set study.run.repeat");
    EXPECT_EQ(file.refusal(with_settings({"run={ repeat: 3 }"})), "")
        << "the study's part of it counts";
    EXPECT_EQ((StudyFile{"study: { run.sweeps: [1], run.tolerance: [1.0e-3] }\n",
                         "name: a\nsolver: himeno\ngrid: { preset: XS }\n"}
                   .refusal()),
              "case.yaml:4:10: study: 'run.sweeps' and another key of the study exclude each other "
              "(a case has one of them): keep one");
}

TEST(Study, what_a_member_refuses_is_told_once_with_its_members)
{
    EXPECT_EQ((StudyFile{"study: { method.operator: [spectral, third-order], grid.cells: [[8, 8], "
                         "[-1, 8], [4, 4]] }\n"}
                   .refusal()),
              "case.yaml:5:38: method.operator: 'third-order' is none of second-order, "
              "fourth-order, spectral (of the member "
              "operator-third-order_cells-8x8 and 2 more)\n"
              "case.yaml:5:74: grid.cells: expected an integer from 1 to 1000000 (got '-1') "
              "(of the member operator-spectral_cells--1x8 and 1 more)");
    EXPECT_EQ((StudyFile{"study: { run.repeat: [1, 2] }\n",
                         "name: box\nsolver: poisson\ngrid: { cells: [8, 8] }\n"}
                   .refusal()),
              "case.yaml:1:1: missing key 'source' (the right-hand side f of laplacian(u) + "
              "lambda u = f: a number, an expression in x, y, z, or an array of a file): add it");
}

TEST(Study, has_an_end)
{
    std::string hundred;
    for (int value = 1; value <= 100; ++value) {
        hundred += (value == 1 ? "" : ", ") + std::to_string(value);
    }
    EXPECT_EQ(StudyFile{"study: { run.repeat: [" + hundred + "] }\n"}.labels().size(), 100U);
    EXPECT_EQ((StudyFile{"study: { run.repeat: [" + hundred + "], device: [" + hundred + "] }\n"}
                   .refusal()),
              "case.yaml:5:1: study: more than 500 members (every combination of the values is "
              "one): leave out some values, or divide it into several studies");
}

}  // namespace
}  // namespace tobiuo::test
