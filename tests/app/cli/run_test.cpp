// SPDX-License-Identifier: BSD-3-Clause
// A run from its case to the field, the report and all other results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkXMLImageDataReader.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/machine/time_split.hpp"
#include "app/output/field/vti.hpp"
#include "app/output/run_folder.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "runtime/seconds_since.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference_gosa.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

class RunProgram : public ::testing::Test {
protected:
    std::filesystem::path write_case(const std::string& text)
    {
        auto path = temporary_.path() / "case.yaml";
        test::write_file(path, text);
        return path;
    }

    [[nodiscard]] std::filesystem::path results() const { return temporary_.path() / "out" / "t"; }
    [[nodiscard]] Json json_of(const std::string& name) const
    {
        return Json::parse(test::text_of(results() / name));
    }

    test::TemporaryFolder temporary_;
};

constexpr const char* small_case =
    "name: t\nsolver: himeno\ngrid: { preset: XS }\nrun: { sweeps: 103 }\nbackend: cpu\n";

TEST_F(RunProgram, writes_every_file_of_a_run)
{
    const auto outcome = test::run_program({"run", write_case(small_case)});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* name :
         {"p.vti", "results.pvd", "report.json", "case.resolved.yaml", "history.csv", "p.png",
          "summary.txt", "report.html", "manifest.json"}) {
        EXPECT_TRUE(std::filesystem::is_regular_file(results() / name)) << name;
    }
    const Json manifest = json_of("manifest.json");
    ASSERT_EQ(manifest["files"].size(), 8U);
    for (const Json& file : manifest["files"]) {
        const auto path = results() / file["name"].get<std::string>();
        EXPECT_EQ(file["bytes"], std::filesystem::file_size(path));
        EXPECT_EQ(file["sha256"], sha256_of_file(path));
    }
}

TEST_F(RunProgram, reports_the_reference_gosa_and_consistent_rates)
{
    ASSERT_EQ(test::run_program({"run", write_case(small_case), "-q", "--ceiling", "none"}).code,
              0);
    const Json report = json_of("report.json");
    EXPECT_EQ(report["schema"], "tobiuo-report-1");
    EXPECT_EQ(report["status"], "done");
    EXPECT_EQ(report["backend"], "cpu");
    EXPECT_EQ(report["label"], "one-sweep") << "a fixed number of sweeps is another protocol";
    EXPECT_EQ(report["grid"]["preset"], "XS");
    EXPECT_EQ(report["grid"]["cells"], (Json{64, 32, 32}));
    EXPECT_EQ(report["grid"]["interior"], 55800);
    EXPECT_EQ(report["rehearsal"], nullptr);
    EXPECT_EQ(report["total_sweeps"], 103);
    const Json& run = report["run"];
    EXPECT_EQ(run["sweeps"], 103);
    EXPECT_NEAR(run["gosa"].get<double>(), 2.268030e-03, 2.268030e-03 * test::seven_digits);
    const double seconds = run["seconds"];
    EXPECT_NEAR(run["gflops"].get<double>(), 1897200.0 * 103 / seconds * 1e-9, 1e-9);
    EXPECT_NEAR(run["nominal_gbps"].get<double>(), 56.0 * 55800 * 103 / seconds * 1e-9, 1e-9);
    EXPECT_EQ(report["ceiling"], nullptr);
    EXPECT_EQ(run["percent_of_ceiling"], nullptr);
}

// The field on disk, read by VTK's own reader, is the twin's p bit by bit.
TEST_F(RunProgram, field_is_what_the_twin_computes)
{
    const auto path = write_case(
        "name: t\nsolver: himeno\nbackend: cpu\nrun: { sweeps: 9 }\n"
        "grid: { cells: [19, 7, 6], extent: { x: [1, 2.9], y: [0, 0.7], z: [-0.6, 0] } }\n"
        "coefficients: { random: { seed: 5 } }\noutput: { fields: [p, a3, bnd] }\n");
    ASSERT_EQ(test::run_program({"run", path, "--quiet"}).code, 0);

    const stencil::Shape shape{6, 7, 19};
    const auto source = himeno::random_source(shape, 5);
    const auto twin = test::swept<float>(test::kind_called("twin"),
                                         {.shape = shape, .parameters = {}}, *source, 9);
    const vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName((results() / "p.vti").c_str());
    reader->Update();
    vtkImageData* image = reader->GetOutput();
    const int* size = image->GetDimensions();
    EXPECT_EQ(size[0], 20);
    EXPECT_EQ(size[1], 8);
    EXPECT_EQ(size[2], 7);
    EXPECT_EQ(image->GetOrigin()[0], 1.0);
    EXPECT_EQ(image->GetOrigin()[2], -0.6);
    EXPECT_DOUBLE_EQ(image->GetSpacing()[0], 0.1);
    ASSERT_NE(image->GetCellData()->GetScalars(), nullptr);
    EXPECT_STREQ(image->GetCellData()->GetScalars()->GetName(), "p");
    vtkDataArray* p = image->GetCellData()->GetArray("p");
    ASSERT_EQ(p->GetNumberOfTuples(), shape.values());
    for (vtkIdType n = 0; n < p->GetNumberOfTuples(); ++n) {
        EXPECT_EQ(static_cast<float>(p->GetComponent(n, 0)),
                  twin.p.at(static_cast<std::size_t>(n)));
    }
    std::vector<float> a3(static_cast<std::size_t>(shape.values()));
    source->planes(stencil::Array::a3, 0, shape.ni, std::span<float>{a3});
    EXPECT_EQ(static_cast<float>(image->GetCellData()->GetArray("a3")->GetComponent(17, 0)),
              a3[17]);
    vtkDataArray* time = image->GetFieldData()->GetArray("TimeValue");
    ASSERT_NE(time, nullptr);
    EXPECT_EQ(time->GetComponent(0, 0), 9.0);
}

TEST_F(RunProgram, double_precision_writes_doubles)
{
    const auto path = write_case(std::string{small_case} + "method: { precision: double }\n");
    ASSERT_EQ(test::run_program({"run", path, "--quiet"}).code, 0);
    EXPECT_NEAR(json_of("report.json")["run"]["gosa"].get<double>(), 2.267907e-03,
                2.267907e-03 * test::seven_digits);
    EXPECT_NE(test::text_of(results() / "p.vti").find("Float64"), std::string::npos);
}

TEST_F(RunProgram, two_runs_give_the_same_bits)
{
    const auto path = write_case(small_case);
    ASSERT_EQ(test::run_program({"run", path, "-q"}).code, 0);
    const std::string field = test::text_of(results() / "p.vti");
    const std::string history = test::text_of(results() / "history.csv");
    ASSERT_EQ(test::run_program({"run", path, "-q", "--force"}).code, 0);
    EXPECT_EQ(test::text_of(results() / "history.csv"), history);
    EXPECT_EQ(test::text_of(results() / "p.vti"), field);
}

TEST_F(RunProgram, official_closing_lines_go_to_stdout_and_logs_to_stderr)
{
    const auto path = write_case(
        "name: t\nsolver: himeno\ngrid: { preset: XS }\nrun: { target_seconds: 0.2 }\n"
        "backend: cpu\n");
    const auto outcome = test::run_program({"run", path});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    long long times = 0;
    double gosa = 0;
    double mflops = 0;
    double seconds = 0;
    double score = 0;
    ASSERT_EQ(std::sscanf(outcome.out.c_str(),
                          " Loop executed for %lld times Gosa : %lf MFLOPS measured : %lf cpu : "
                          "%lf Score based on Pentium III 600MHz : %lf",
                          &times, &gosa, &mflops, &seconds, &score),
              5)
        << outcome.out;
    EXPECT_NEAR(score, mflops / 82.84, 1e-4 * score);
    EXPECT_NEAR(mflops, 1897200.0 * static_cast<double>(times) / seconds * 1e-6, 1e-3 * mflops);
    EXPECT_NE(outcome.err.find("rehearsal: "), std::string::npos);
    EXPECT_EQ(outcome.err.find('\033'), std::string::npos) << "colour codes without a terminal";
    EXPECT_EQ(json_of("report.json")["run"]["sweeps"], times);
    EXPECT_EQ(json_of("report.json")["rehearsal"]["sweeps"].get<int>() % 3, 0);
    EXPECT_EQ(json_of("report.json")["target_seconds"], 0.2);
    EXPECT_NE(outcome.out.find(" s of 0.2 s asked, after a rehearsal of "), std::string::npos)
        << outcome.out;
    EXPECT_EQ(json_of("report.json")["label"], "official-rules");
}

/// Expects that the parts of the time of a report add up to its wall time. Returns the time.
Json time_of(const Json& report)
{
    const Json& time = report["time"];
    double sum = 0.0;
    for (const std::string_view part : time_part_names) {
        const double seconds = time[std::string{part} + "_s"];
        EXPECT_GE(seconds, 0.0) << part;
        sum += seconds;
    }
    EXPECT_NEAR(sum, time["wall_s"].get<double>(), 1e-9);
    return time;
}

TEST_F(RunProgram, the_time_of_each_solver_is_the_sum_of_its_parts)
{
    for (const char* text :
         {small_case,
          "name: t\nsolver: poisson\ngrid: { cells: [40, 40, 40] }\nsource: sin(2*pi*x)\n"
          "exact: \"-sin(2*pi*x)/(4*pi^2)\"\nbackend: cpu\n",
          "name: t\nsolver: flow\ngrid: { cells: [24, 24, 24] }\nfluid: { viscosity: 0.1 }\n"
          "initial: { u: \"sin(2*pi*y)\" }\nrun: { max_steps: 20 }\nbackend: cpu\n"}) {
        const auto start = std::chrono::steady_clock::now();
        const auto outcome = test::run_program({"run", write_case(text), "--force"});
        const double outside = seconds_since(start);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json time = time_of(json_of("report.json"));
        for (const char* part : {"plan_s", "fill_s", "steps_s", "files_s", "writing_s"}) {
            EXPECT_GT(time[part].get<double>(), 0.0) << part << " of\n" << text;
        }
        EXPECT_GE(time["steps_s"].get<double>(),
                  json_of("report.json")["run"]["seconds"].get<double>());
        constexpr double tick = 0.01;  // of the clock that tells when the process began
        EXPECT_LE(time["wall_s"].get<double>(), outside + tick);
        std::uintmax_t bytes = 0;
        for (const char* name : {"case.resolved.yaml", "results.pvd"}) {
            bytes += std::filesystem::file_size(results() / name);
        }
        EXPECT_GT(time["written_bytes"].get<std::uintmax_t>(), bytes);
        EXPECT_THAT(outcome.out, ::testing::ContainsRegex("\n  time +[0-9.]+ s: [0-9.]+ plan, "));
    }
}

TEST_F(RunProgram, each_of_several_cases_has_a_time_of_its_own)
{
    const auto first = write_case(small_case);
    const auto second = temporary_.path() / "second.yaml";
    test::write_file(second,
                     "name: second\nsolver: himeno\ngrid: { cells: [9, 8, 7] }\n"
                     "run: { sweeps: 3 }\nbackend: cpu\n");
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(test::run_program({"run", first, second}).code, 0);
    const double outside = seconds_since(start);
    const double one = time_of(json_of("report.json"))["wall_s"];
    const double other = time_of(json_of("../second/report.json"))["wall_s"];
    EXPECT_LT(one + other, outside);
}

TEST_F(RunProgram, what_stdout_says_is_kept_in_a_file)
{
    const auto outcome = test::run_program({"run", write_case(small_case), "--ceiling", "measure"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(test::text_of(results() / "summary.txt"), outcome.out);
    for (const char* part :
         {" Loop executed for 103 times\n", "t: himeno 64 x 32 x 32, single\n",
          "  status     done\n", "  machine    ", "  kernel     blocked (", " GFLOPS, ",
          " % of the ceiling ", "gosa       2.268030e-03 after 103"}) {
        EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome.out;
    }
}

TEST_F(RunProgram, plans_are_for_those_who_ask)
{
    const auto quiet = test::run_program({"run", write_case(small_case)});
    EXPECT_EQ(quiet.err.find("himeno-blocked-fp32"), std::string::npos) << quiet.err;
    EXPECT_NE(quiet.err.find(" of arrays for every sweep"), std::string::npos) << quiet.err;
    const auto verbose = test::run_program({"run", write_case(small_case), "--force", "--verbose"});
    EXPECT_NE(verbose.err.find("plan: himeno-blocked-fp32"), std::string::npos) << verbose.err;
}

// 9 sweeps, all arrays written; the second run reads them and does 6 more.
TEST_F(RunProgram, a_run_that_goes_on_from_a_file_counts_on)
{
    const std::string grid_and_stop =
        "grid: { cells: [19, 7, 6] }\nrun: { sweeps: 15 }\n"
        "coefficients: { random: { seed: 5 } }\n";
    const std::string head = "name: t\nsolver: himeno\nbackend: cpu\n";
    ASSERT_EQ(test::run_program({"run", write_case(head + grid_and_stop), "-q"}).code, 0);
    const Json whole = json_of("report.json");
    const auto p = read_vti_arrays(results() / "p.vti", std::vector<std::string>{"p"});
    ASSERT_EQ(test::run_program({"run", write_case(head + grid_and_stop), "-q", "--force", "--set",
                                 "run.sweeps=9", "--set",
                                 "output.fields=[a0,a1,a2,a3,b0,b1,b2,c0,c1,c2,wrk1,bnd,p]"})
                  .code,
              0);
    std::filesystem::rename(results() / "p.vti", temporary_.path() / "nine.vti");
    const auto outcome = test::run_program(
        {"run", write_case(head + "run: { sweeps: 6 }\ncoefficients: { file: nine.vti }\n"),
         "--force"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(read_vti_arrays(results() / "p.vti", std::vector<std::string>{"p"}), p);
    EXPECT_EQ(read_vti_time(results() / "p.vti"), 15.0);
    EXPECT_NE(test::text_of(results() / "results.pvd").find("timestep=\"15\""), std::string::npos);
    EXPECT_TRUE(test::text_of(results() / "history.csv").starts_with("sweep,gosa\n10,"));
    EXPECT_EQ(json_of("report.json")["earlier_sweeps"], 9);
    EXPECT_EQ(json_of("report.json")["total_sweeps"], 15);
    EXPECT_EQ(json_of("report.json")["run"]["sweeps"], 6);
    EXPECT_EQ(json_of("report.json")["run"]["gosa"], whole["run"]["gosa"]);
    EXPECT_NE(outcome.out.find("after 15 sweeps, 9 of them in earlier runs"), std::string::npos);
}

TEST_F(RunProgram, the_picture_of_a_case_is_judged_before_the_run)
{
    const auto path = write_case(std::string{small_case} +
                                 "output: { picture: { plane: x, at: 7, isolines: 5 } }\n");
    const auto bad = test::run_program({"run", path});
    EXPECT_EQ(bad.code, 2);
    EXPECT_NE(bad.err.find("case.yaml:6:36: output.picture.at: 7 is outside of the grid (where x "
                           "goes from 0 to 1): choose a place between"),
              std::string::npos)
        << bad.err;
    const auto good = test::run_program({"run", path, "--set", "output.picture.at=0.25"});
    EXPECT_EQ(good.code, 0) << good.err;
    EXPECT_TRUE(std::filesystem::exists(results() / "p.png"));
}

TEST_F(RunProgram, tolerance_not_reached_has_its_own_code)
{
    const auto path = write_case(
        "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n"
        "run: { tolerance: 1e-12, max_sweeps: 20 }\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 7);
    EXPECT_NE(outcome.err.find("not converged: gosa is "), std::string::npos);
    EXPECT_EQ(json_of("report.json")["status"], "not converged");
}

TEST_F(RunProgram, divergence_has_its_own_code_and_still_writes)
{
    const auto path = write_case(
        "name: t\nsolver: himeno\ngrid: { cells: [9, 9, 9] }\nbackend: cpu\n"
        "method: { omega: 1.99 }\nrun: { sweeps: 100000 }\n");
    const auto outcome = test::run_program({"run", path});
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_NE(outcome.err.find("diverged: gosa is not finite"), std::string::npos);
    EXPECT_EQ(json_of("report.json")["status"], "diverged");
    EXPECT_TRUE(std::filesystem::exists(results() / "manifest.json"));
}

TEST_F(RunProgram, finished_run_is_not_overwritten_without_force)
{
    const auto path = write_case(small_case);
    ASSERT_EQ(test::run_program({"run", path, "-q"}).code, 0);
    const std::string before = test::text_of(results() / "manifest.json");
    const auto again = test::run_program({"run", path, "--set", "run.sweeps=3"});
    EXPECT_EQ(again.code, 2);
    EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
    EXPECT_EQ(test::text_of(results() / "manifest.json"), before);
}

TEST_F(RunProgram, resolved_case_runs_to_the_same_field)
{
    ASSERT_EQ(test::run_program({"run", write_case(small_case), "-q"}).code, 0);
    const auto copy = temporary_.path() / "again.yaml";
    std::filesystem::copy_file(results() / "case.resolved.yaml", copy);
    const std::string field = test::text_of(results() / "p.vti");
    ASSERT_EQ(test::run_program({"run", copy, "-q", "--force"}).code, 0);
    EXPECT_EQ(test::text_of(results() / "p.vti"), field);
}

TEST_F(RunProgram, dry_run_prints_the_estimate_and_writes_nothing)
{
    const auto outcome = test::run_program({"run", write_case(small_case), "--dry-run"});
    EXPECT_EQ(outcome.code, 0);
    for (const char* line : {"host memory", "output, at most", "nominal bytes per sweep",
                             "flop per sweep", "kernel 'blocked'"}) {
        EXPECT_NE(outcome.out.find(line), std::string::npos) << line;
    }
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
}

}  // namespace
}  // namespace tobiuo
