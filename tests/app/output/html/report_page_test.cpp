// SPDX-License-Identifier: BSD-3-Clause
// Pages of runs and benchmarks: what is in them, what is refused, how large they are.
#include "app/output/html/report_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/errors.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::ordered_json;
using test::message_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Json report_named(const std::string& name)
{
    return {{"schema", "tobiuo-report-1"},
            {"name", name},
            {"solver", "himeno"},
            {"status", "done"},
            {"run", {{"sweeps", 3}}}};
}

/// The data that the script of a page reads.
Json data_of(const std::string& page)
{
    const std::string mark = R"(id="data">)";
    const std::size_t begin = page.find(mark) + mark.size();
    return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

class ReportPage : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path run(const std::string& folder,
                                            const std::string& name) const
    {
        base_.write(folder + "/history.csv", "sweep,gosa\n1,0.5\n2,0.25\n");
        return base_.write(folder + "/report.json", report_named(name).dump()).parent_path();
    }

    static std::string page_of(const std::vector<std::filesystem::path>& sources)
    {
        return report_page(sources);
    }

    test::TemporaryFolder base_;
};

TEST_F(ReportPage, holds_what_the_run_wrote_and_the_licence_of_its_charts)
{
    const std::string page = page_of({run("r", "small")});
    EXPECT_THAT(page,
                AllOf(StartsWith("<!DOCTYPE html>"), HasSubstr("<title>tobiuo: small</title>"),
                      HasSubstr("Leon Sorokin"), Not(HasSubstr("{{"))));
    const Json source = data_of(page)["sources"].at(0);
    EXPECT_EQ(source["report"], report_named("small"));
    EXPECT_EQ(source["history"]["columns"]["gosa"], Json({0.5, 0.25}));
    EXPECT_FALSE(source.contains("label"));
}

TEST_F(ReportPage, takes_no_text_for_markup)
{
    const std::string name = "</script><script>alert(1)</script><!--";
    const std::string page = page_of({run("r", name)});
    EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
    EXPECT_EQ(data_of(page)["sources"].at(0)["report"]["name"], name);
}

TEST_F(ReportPage, tells_runs_of_one_name_apart_by_their_folders)
{
    const Json data = data_of(page_of({run("a/t", "t"), run("b/t", "t") / "", run("c", "u")}));
    EXPECT_EQ(data["sources"].at(0)["label"], "a/t");
    EXPECT_EQ(data["sources"].at(1)["label"], "b/t");
    EXPECT_FALSE(data["sources"].at(2).contains("label"));
}

TEST_F(ReportPage, shows_the_members_of_a_study_among_other_runs)
{
    const auto single = run("out/a", "a");
    static_cast<void>(run("out/s/n-8", "n-8"));
    static_cast<void>(run("out/s/n-16", "n-16"));
    const Json members = {{{"label", "n-8"}, {"folder", "n-8"}},
                          {{"label", "n-16"}, {"folder", "n-16"}},
                          {{"label", "n-32"}, {"folder", "n-32"}}};  // has no results
    const auto study = base_.write("out/s/study.json", Json{{"name", "s"},
                                                            {"status", "failed"},
                                                            {"convergence", Json::array()},
                                                            {"members", members}}
                                                           .dump());
    const Json data = data_of(page_of({single, study.parent_path()}));
    ASSERT_EQ(data["sources"].size(), 3U);
    EXPECT_EQ(data["sources"][0]["report"]["name"], "a");
    EXPECT_EQ(data["sources"][1]["report"]["name"], "n-8");
    EXPECT_EQ(data["sources"][2]["report"]["name"], "n-16");
}

TEST_F(ReportPage, refuses_what_is_neither_a_run_nor_a_benchmark)
{
    const auto message = [&](const std::filesystem::path& source) {
        return message_of<InputError>([&] { return page_of({source}); });
    };
    EXPECT_THAT(message(base_.path()), HasSubstr("has no report.json"));
    EXPECT_THAT(message(base_.path() / "none"), HasSubstr("cannot be read"));
    EXPECT_THAT(message(base_.write("r.json", "[1]")), HasSubstr("is not what a benchmark writes"));
    for (const char* text : {"", "[]", "{}", R"({"schema": "tobiuo-report-1", "solver": 7})"}) {
        base_.write("bad/report.json", text);
        EXPECT_THAT(message(base_.path() / "bad"), HasSubstr("is not the report of a run")) << text;
    }
}

TEST_F(ReportPage, reads_reports_that_are_nested_too_deeply_as_damaged)
{
    const auto folder = run("r", "a");
    const std::string deep(100'000, '[');
    test::put(folder / "report.json", R"({"schema": "tobiuo-report-1", "x": )" + deep);
    const auto message = message_of<InputError>([&] { return page_of({folder}); });
    EXPECT_THAT(message, HasSubstr("is not the report of a run (it nests deeper than 32 levels)"));
}

// If the pipe were waited for, the test would not end.
TEST_F(ReportPage, passes_over_what_is_no_file_of_the_run)
{
    const auto folder = run("r", "a");
    base_.write("secret", "step,password\n1,hunter2\n");
    std::filesystem::remove(folder / "history.csv");
    ASSERT_EQ(::mkfifo((folder / "history.csv").c_str(), 0600), 0);
    std::filesystem::create_symlink(base_.path() / "secret", folder / "probes.csv");
    std::filesystem::create_symlink(base_.path() / "secret", folder / "case.resolved.yaml");
    std::filesystem::create_symlink("/dev/zero", folder / "p.png");
    const std::string page = page_of({folder});
    EXPECT_THAT(page, Not(HasSubstr("hunter2")));
    EXPECT_TRUE(data_of(page)["sources"].at(0)["history"].is_null());
}

TEST_F(ReportPage, of_a_study_passes_over_members_that_are_damaged_or_elsewhere)
{
    static_cast<void>(run("s/good", "good"));
    base_.write("s/bad/report.json", "{");
    std::filesystem::create_directory_symlink(run("other", "secret"), base_.path() / "s" / "link");
    Json members = Json::array();
    for (const char* name : {"good", "bad", "link", "../other", "none"}) {
        members.push_back({{"label", name}, {"folder", name}});
    }
    const auto study = base_.write(
        "s/study.json",
        Json{
            {"name", "s"}, {"status", "done"}, {"convergence", Json::array()}, {"members", members}}
            .dump());
    const std::string page = page_of({study.parent_path()});
    EXPECT_EQ(data_of(page)["sources"].size(), 1U);
    EXPECT_THAT(page, Not(HasSubstr("secret")));
}

TEST_F(ReportPage, has_room_for_a_study_of_five_hundred_members)
{
    Json members = Json::array();
    Json report = report_named("");
    report["kernel"] = {{"name", "twin"}, {"plan", std::string(400, 'p')}, {"label", "a label"}};
    report["versions"] = {{"tobiuo", "0.1.0"}, {"compiler", std::string(200, 'c')}};
    for (int n = 0; n < 500; ++n) {
        const std::string label = "omega-0." + std::to_string(n) + "_cells-16x16x16";
        const auto folder = run("s/" + label, label);
        report["name"] = label;
        report["started"] = "2026-01-01T00:00:" + std::to_string(n);
        report["run"] = {{"sweeps", n},
                         {"seconds", 1.0 / (n + 7)},
                         {"gflops", n / 3.0},
                         {"gosa", 1e-9 / (n + 1)},
                         {"nominal_gbps", n / 7.0}};
        test::put(folder / "report.json", report.dump());
        members.push_back({{"label", label}, {"folder", label}});
    }
    const auto study = base_.write(
        "s/study.json",
        Json{
            {"name", "s"}, {"status", "done"}, {"convergence", Json::array()}, {"members", members}}
            .dump());
    const std::string page = page_of({study.parent_path()});
    EXPECT_LE(page.size(), largest_page);
    const Json data = data_of(page);
    EXPECT_EQ(data["sources"].size(), 500U);
    EXPECT_EQ(data["reports"]["common"]["/kernel/name"], "twin");
    EXPECT_EQ(data["reports"]["own"]["/run/sweeps"].at(499), 499);
    EXPECT_EQ(data["reports"]["own"]["/name"].at(7), "omega-0.7_cells-16x16x16");
}

TEST_F(ReportPage, stays_below_its_bound)
{
    std::string history = "sweep,gosa\n";
    for (int sweep = 1; sweep < 20000; ++sweep) {
        history += std::to_string(sweep) + ",0.0123456789\n";
    }
    std::vector<std::filesystem::path> runs;
    for (int n = 0; n < 30; ++n) {
        runs.push_back(run("run" + std::to_string(n), "t"));
        test::put(runs.back() / "history.csv", history);
        test::put(runs.back() / "case.resolved.yaml", std::string(3000, '#'));
    }
    EXPECT_LE(page_of(runs).size(), largest_page);

    Json rows = Json::array();
    for (int n = 0; n < 3000; ++n) {
        rows.push_back({{"size", n}, {"gflops", 1.0 / 3.0}, {"plan", std::string(200, 'p')}});
    }
    const std::string page =
        bench_page(Json{{"schema", "tobiuo-bench-himeno-1"}, {"rows", rows}}.dump(), "large.json");
    EXPECT_LE(page.size(), largest_page);
    const Json source = data_of(page)["sources"].at(0);
    EXPECT_EQ(source["row_count"], 3000);
    EXPECT_LT(source["bench"]["rows"].size(), 3000U);
    EXPECT_EQ(source["bench"]["rows"].back()["size"], 2999);

    const std::string much = Json{{"schema", "x"}, {"text", std::string(500'000, 'x')}}.dump();
    EXPECT_THAT(message_of<InputError>([&] { return bench_page(much, "much.json"); }),
                HasSubstr("does not fit into one page"));
}

TEST_F(ReportPage, of_every_kept_result_is_made)
{
    const auto kept = test::source_dir() / "validation" / "performance";
    if (!std::filesystem::exists(kept)) {
        GTEST_SKIP() << "no kept results beside the tests: " << kept;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator{kept}) {
        if (entry.path().extension() == ".json") {
            EXPECT_LE(page_of({entry.path()}).size(), largest_page) << entry.path();
        }
    }
}

TEST_F(ReportPage, that_is_renewed_is_listed_anew)
{
    const auto folder = base_.path() / "out";
    {
        RunFolder results{folder, false};
        results.add_text("report.json", report_named("t").dump());
        add_report_page(results);
        results.finish("done");
    }
    const std::string first = test::text_of(folder / page_name);
    renew_report_page(folder);
    EXPECT_EQ(test::text_of(folder / page_name), first);
    std::filesystem::remove(folder / page_name);
    test::put(folder / "history.csv", "sweep,gosa\n1,0.5\n");
    renew_report_page(folder);
    EXPECT_NE(test::text_of(folder / page_name), first);
    const Json manifest = Json::parse(test::text_of(folder / "manifest.json"));
    EXPECT_EQ(manifest["status"], "done");
    ASSERT_EQ(manifest["files"].size(), 2U);
    EXPECT_EQ(manifest["files"][1]["name"], page_name);
    EXPECT_EQ(manifest["files"][1]["sha256"], sha256_of_file(folder / page_name));
}

}  // namespace
}  // namespace tobiuo
