// SPDX-License-Identifier: BSD-3-Clause
// The other commands: check, info, schema, bench, help.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using Json = nlohmann::json;

TEST(Commands, every_help_has_an_example)
{
    const std::vector<std::vector<std::string>> commands{
        {"run"},   {"check"},           {"info"},         {"schema"},
        {"bench"}, {"bench", "himeno"}, {"bench", "fft"}, {"bench", "memory"},
        {"tune"},  {"tune", "himeno"},  {"tune", "fft"}};
    for (std::vector<std::string> command : commands) {
        command.emplace_back("--help");
        const auto outcome = test::run_program(command);
        EXPECT_EQ(outcome.code, 0) << command.front();
        EXPECT_NE(outcome.out.find("Example: tobiuo " + command.front()), std::string::npos)
            << outcome.out;
    }
    const std::string help = test::run_program({"--help"}).out;
    EXPECT_NE(help.find("Example: tobiuo run "), std::string::npos) << help;
    EXPECT_NE(help.find("Exit codes: 0 done"), std::string::npos) << help;
    EXPECT_EQ(test::run_program({"--version"}).code, 0);
}

TEST(Commands, an_unknown_option_is_answered_with_what_was_meant)
{
    const std::vector<std::array<std::string, 2>> answers{
        {"--gpu", "unknown option '--gpu' (did you mean '--gpus'?)"},
        {"--out", "unknown option '--out' (did you mean '--output'?)"},
        {"--dryrun", "unknown option '--dryrun' (did you mean '--dry-run'?)"},
        {"--backend", "unknown option '--backend' (it is a key of cases): write --set backend=..."},
        {"--backend=cpu",
         "unknown option '--backend' (it is a key of cases): write --set backend=..."}};
    for (const auto& [option, answer] : answers) {
        const auto outcome = test::run_program({"run", "a.yaml", option, "2"});
        EXPECT_EQ(outcome.code, 2) << option;
        EXPECT_EQ(outcome.err.substr(0, outcome.err.find('\n')), answer);
    }
    const auto other = test::run_program({"schema", "--backend", "cpu"});
    EXPECT_EQ(other.code, 2);
    EXPECT_NE(other.err.find("--backend"), std::string::npos) << other.err;
    EXPECT_EQ(other.err.find("--set"), std::string::npos) << other.err;
}

TEST(Commands, help_shows_flags_as_they_are_written)
{
    for (const std::vector<std::string>& command : {std::vector<std::string>{"run", "--help"},
                                                    {"info", "--help"},
                                                    {"bench", "fft", "--help"},
                                                    {"bench", "scaling", "--help"}}) {
        const auto outcome = test::run_program(command);
        EXPECT_NE(outcome.out.find(" --no-"), std::string::npos) << outcome.out;
        EXPECT_EQ(outcome.out.find("{false}"), std::string::npos) << outcome.out;
    }
}

TEST(Commands, check_accepts_every_documented_case)
{
    int cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator{test::source_dir() / "configs"}) {
        if (entry.path().extension() == ".yaml") {
            const auto outcome = test::run_program(
                {"check", entry.path(), "--ignore-memory", "--set", "backend=cpu"});
            EXPECT_EQ(outcome.code, 0) << entry.path() << "\n" << outcome.err;
            EXPECT_NE(outcome.out.find("the case is good"), std::string::npos);
            ++cases;
        }
    }
    EXPECT_GE(cases, 6);
}

TEST(Commands, info_lists_host_devices_and_kernels)
{
    const auto outcome = test::run_program({"info", "--json", "--no-ceilings"});
    ASSERT_EQ(outcome.code, 0);
    const Json info = Json::parse(outcome.out);
    EXPECT_GE(info["host"]["threads"], 1);
    EXPECT_GT(info["host"]["memory_bytes"], 1'000'000);
    EXPECT_TRUE(info["devices"].is_array());
    EXPECT_EQ(info["devices"].empty(), info.contains("no_device_reason"));
    EXPECT_GE(info["kernels"].size(), 2U);
    const auto text = test::run_program({"info"});
    EXPECT_EQ(text.code, 0);
    EXPECT_NE(text.out.find("ceiling of 13 arrays read, 1 written"), std::string::npos);
}

TEST(Commands, schema_is_json)
{
    const auto outcome = test::run_program({"schema"});
    ASSERT_EQ(outcome.code, 0);
    EXPECT_EQ(Json::parse(outcome.out)["type"], "object");
}

TEST(Commands, bench_prints_a_table_and_writes_json)
{
    const test::TemporaryFolder temporary;
    const auto json = temporary.path() / "himeno.json";
    const auto outcome =
        test::run_program({"bench", "himeno", "--sizes", "XS,S", "--backends", "cpu", "--seconds",
                           "0.01", "--repeat", "3", "--json", json});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json bench = Json::parse(test::text_of(json));
    for (const char* key : {"device", "driver", "git", "ceiling_gbps", "rows"}) {
        EXPECT_TRUE(bench.contains(key)) << key;
    }
    ASSERT_EQ(bench["rows"].size(), 4U);
    for (const Json& row : bench["rows"]) {
        EXPECT_EQ(row["label"], "official-rules");
        EXPECT_EQ(row["sweeps_per_pass"], 1);
        EXPECT_EQ(row["repetitions"], 3);
        EXPECT_GT(row["gflops"], 0.0);
        EXPECT_NEAR(row["percent_of_ceiling"].get<double>(),
                    100.0 * row["nominal_gbps"].get<double>() / row["ceiling_gbps"].get<double>(),
                    1e-6);
        EXPECT_NE(outcome.out.find(row["kernel"].get<std::string>()), std::string::npos);
    }
}

TEST(Commands, a_closed_pipe_behind_stdout_has_the_output_code)
{
    const test::TemporaryFolder temporary;
    const auto path = temporary.write("t.yaml", "name: t\nsolver: himeno\ngrid: { preset: XS }\n");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"check", path}, {"schema"}, {"--help"}, {"info"}}) {
        test::RunningProgram program{arguments,
                                     [] {
                                         std::array<int, 2> ends{};
                                         std::signal(SIGPIPE, SIG_DFL);
                                         if (pipe(ends.data()) == 0) {
                                             close(ends[0]);
                                             dup2(ends[1], STDOUT_FILENO);
                                         }
                                     },
                                     test::RunningProgram::Output::inherited};
        const auto outcome = program.wait();
        EXPECT_EQ(outcome.code, 4) << arguments.front();
        EXPECT_NE(outcome.err.find("could not write to the standard output (Broken pipe): its "
                                   "reader has gone"),
                  std::string::npos)
            << arguments.front() << ": " << outcome.err;
    }
}

TEST(Commands, names_in_messages_cannot_steer_a_terminal)
{
    const test::TemporaryFolder temporary;
    const std::string bad = "\x1b[31m\u202e\xff";
    const std::string shown = "\\x1b[31m\\u202e\\xff";
    const auto expect_shown = [&](const test::Outcome& outcome, const std::string& what) {
        const std::string all = outcome.out + outcome.err;
        EXPECT_NE(all.find(shown), std::string::npos) << what << ": " << all;
        EXPECT_EQ(all.find('\x1b'), std::string::npos) << what;
        EXPECT_EQ(all.find("\u202e"), std::string::npos) << what;
    };
    const std::string text = "name: t\nsolver: himeno\ngrid: { preset: XS }\nbackend: cpu\n";
    const auto good = temporary.write("good.yaml", text);
    expect_shown(test::run_program({"check", temporary.path() / ("missing" + bad)}), "a case");
    expect_shown(test::run_program({"check", good, "--output", temporary.path() / bad}),
                 "--output");
    expect_shown(test::run_program({"check", good, "--" + bad}), "an option");
    expect_shown(test::run_program({bad}), "a command");
    expect_shown(test::run_program({"check", good, "--set", bad + "=1"}), "--set");
    expect_shown(test::run_program(
                     {"run", good, "--set", "run.sweeps=2", "--output", temporary.path() / bad}),
                 "the log");
    expect_shown(
        test::run_program({"check", temporary.write(bad + ".yaml", text + "nonsense: 1\n")}),
        "a position");
}

TEST(Commands, a_full_disk_behind_stdout_has_the_output_code)
{
    const test::TemporaryFolder temporary;
    for (const std::string command : {"schema", "info --no-ceilings", "--help"}) {
        const auto err = temporary.path() / "err";
        const int status = std::system(
            ("'" + test::program_path() + "' " + command + " > /dev/full 2> '" + err.string() + "'")
                .c_str());
        EXPECT_EQ(WEXITSTATUS(status), 4) << command;
        const std::string sentence = test::text_of(err);
        EXPECT_NE(sentence.find("could not write to the standard output ("), std::string::npos)
            << command << ": " << sentence;
        // The C library drops the reason if the text is longer than the buffer.
        EXPECT_TRUE(command == "schema" || sentence.find("(No space left") != std::string::npos)
            << command << ": " << sentence;
    }
}

}  // namespace
}  // namespace tobiuo
