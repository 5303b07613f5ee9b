// SPDX-License-Identifier: BSD-3-Clause
// The folder of a run: refusal, force, and a manifest whose sums are right.
#include "app/output/run_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/errors.hpp"
#include "app/output/manifest.hpp"
#include "app/output/staging.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::message_of;
using test::names_in;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Test vectors of FIPS 180-4: "abc" and the empty message.
constexpr std::string_view sum_of_abc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view sum_of_nothing =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
// The long message of FIPS 180-4, a million times "a": more than one block of the reader.
constexpr std::string_view sum_of_a_million_a =
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

class RunFolderTest : public ::testing::Test {
protected:
    [[nodiscard]] const std::filesystem::path& base() const { return base_.path(); }
    [[nodiscard]] std::filesystem::path run() const { return base_.path() / "out" / "case"; }

    void finish_a_run() const
    {
        RunFolder folder{run(), false};
        folder.add_text("report.json", "{}");
        folder.finish("done");
    }

private:
    test::TemporaryFolder base_;
};

TEST_F(RunFolderTest, parents_are_made_and_no_probe_is_left)
{
    const RunFolder folder{run(), false};
    EXPECT_EQ(folder.path(), run());
    EXPECT_THAT(names_in(run()), ElementsAre(".lock", ".unfinished"));
    EXPECT_THAT(names_in(run() / ".unfinished"), IsEmpty());
}

TEST_F(RunFolderTest, sums_are_those_of_the_standard)
{
    test::put(base() / "abc", "abc");
    test::put(base() / "nothing", "");
    test::put(base() / "million", std::string(1'000'000, 'a'));
    EXPECT_EQ(sha256_of_file(base() / "abc"), sum_of_abc);
    EXPECT_EQ(sha256_of_file(base() / "nothing"), sum_of_nothing);
    EXPECT_EQ(sha256_of_file(base() / "million"), sum_of_a_million_a);
    EXPECT_THROW(static_cast<void>(sha256_of_file(base() / "missing")), OutputError);
    EXPECT_THROW(static_cast<void>(sha256_of_file(base())), OutputError);
}

TEST_F(RunFolderTest, the_manifest_lists_each_file_once_with_size_and_sum)
{
    RunFolder folder{run(), false};
    folder.add("b.bin", [](const std::filesystem::path& path) { test::put(path, "abc"); });
    folder.add_text("a.txt", "to be replaced");
    folder.add_text("a.txt", "");
    folder.finish("done");

    const auto manifest = nlohmann::json::parse(test::text_of(run() / "manifest.json"));
    EXPECT_EQ(manifest,
              (nlohmann::json{{"schema", "tobiuo-manifest-1"},
                              {"status", "done"},
                              {"files",
                               {{{"name", "b.bin"}, {"bytes", 3}, {"sha256", sum_of_abc}},
                                {{"name", "a.txt"}, {"bytes", 0}, {"sha256", sum_of_nothing}}}}}));
}

TEST_F(RunFolderTest, a_finished_run_is_not_overwritten)
{
    finish_a_run();
    const std::string message = message_of<InputError>([&] { RunFolder{run(), false}; });
    EXPECT_THAT(message,
                AllOf(HasSubstr(run().string()), HasSubstr("--force"), HasSubstr("--output")));
    EXPECT_THAT(names_in(run()), ElementsAre("manifest.json", "report.json"));
}

TEST_F(RunFolderTest, force_leaves_the_earlier_run_whole_until_there_are_results)
{
    finish_a_run();
    const std::string before = test::text_of(run() / "manifest.json");
    RunFolder folder{run(), true};
    folder.add_text("report.json", "[]");
    EXPECT_EQ(test::text_of(run() / "report.json"), "{}");
    EXPECT_EQ(test::text_of(run() / "manifest.json"), before);
    folder.finish("done");
    EXPECT_EQ(test::text_of(run() / "report.json"), "[]");
}

TEST_F(RunFolderTest, force_removes_what_the_earlier_run_wrote_and_nothing_else)
{
    {
        RunFolder folder{run(), false};
        for (const char* name : {"report.json", "p.vtr", "extra.bin"}) {
            folder.add_text(name, "earlier");
        }
        folder.finish("done");
    }
    test::put(run() / "notes.txt", "the user's own");
    RunFolder folder{run(), true};
    folder.add_text("p.vti", "new");
    folder.finish("done");
    EXPECT_THAT(names_in(run()), ElementsAre(".lock", "manifest.json", "notes.txt", "p.vti"));
}

// A run that was killed before its manifest leaves files that no manifest names.
TEST_F(RunFolderTest, the_field_of_a_run_without_manifest_does_not_stay_beside_the_new_one)
{
    std::filesystem::create_directories(run());
    for (const char* name : {"p.vtr", "history.csv", "p.png", "notes.txt"}) {
        test::put(run() / name, "stale");
    }
    RunFolder folder{run(), false};
    folder.add_text("p.vti", "new");
    folder.finish("done");
    EXPECT_THAT(names_in(run()), ElementsAre(".lock", "manifest.json", "notes.txt", "p.vti"));
}

TEST_F(RunFolderTest, the_pieces_of_a_run_without_manifest_do_not_stay_either)
{
    std::filesystem::create_directories(run());
    for (const char* name : {"p.pvti", "p_0.vti", "p_12.vtr", "p_x.vti", "p_1.vtu"}) {
        test::put(run() / name, "stale");
    }
    RunFolder folder{run(), false};
    folder.add_text("p.vti", "new");
    folder.finish("done");
    EXPECT_THAT(names_in(run()),
                ElementsAre(".lock", "manifest.json", "p.vti", "p_1.vtu", "p_x.vti"));
}

TEST_F(RunFolderTest, a_file_of_another_process_is_listed_as_that_says)
{
    RunFolder folder{run(), false};
    write_staged(run(), "p_1.vti",
                 [](const std::filesystem::path& path) { test::put(path, "abc"); });
    folder.add_written({.name = "p_1.vti", .bytes = 3, .sha256 = "a sum"});
    folder.finish("done");
    const auto manifest = nlohmann::json::parse(test::text_of(run() / "manifest.json"));
    EXPECT_EQ(manifest["files"],
              (nlohmann::json::array({{{"name", "p_1.vti"}, {"bytes", 3}, {"sha256", "a sum"}}})));
    EXPECT_EQ(test::text_of(run() / "p_1.vti"), "abc");
}

TEST_F(RunFolderTest, a_file_of_another_process_must_be_here_as_it_was_written)
{
    RunFolder folder{run(), false};
    EXPECT_THAT(message_of<OutputError>(
                    [&] { folder.add_written({.name = "p_1.vti", .bytes = 3, .sha256 = {}}); }),
                AllOf(HasSubstr("'" + (run() / "p_1.vti").string() + "' (No such file"),
                      HasSubstr("--output")));
    write_staged(run(), "p_1.vti",
                 [](const std::filesystem::path& path) { test::put(path, "abc"); });
    EXPECT_THAT(message_of<OutputError>(
                    [&] { folder.add_written({.name = "p_1.vti", .bytes = 4, .sha256 = {}}); }),
                HasSubstr("it has not the size that was written"));
}

// The results of a run that could not finish stay, without a manifest.
TEST_F(RunFolderTest, pieces_stay_where_a_run_of_ranks_ends_early)
{
    {
        const RunFolder folder{run(), false};
        write_staged(run(), "p_1.vti",
                     [](const std::filesystem::path& path) { test::put(path, "abc"); });
    }
    EXPECT_THAT(names_in(run()), ElementsAre("p_1.vti"));
}

TEST_F(RunFolderTest, files_of_killed_runs_are_removed_by_the_next_one)
{
    std::filesystem::create_directories(run() / ".unfinished");
    test::put(run() / ".lock", "123456789\nthis machine\nlong ago\n");
    test::put(run() / ".unfinished" / ".tobiuo-0123456789abcdef.tmp", "half a field");
    test::put(run() / ".unfinished" / "report.json", "whole");
    RunFolder{run(), false}.finish("done");
    EXPECT_THAT(names_in(run()), ElementsAre("manifest.json"));
}

TEST_F(RunFolderTest, a_run_that_fails_leaves_the_earlier_results_as_they_were)
{
    finish_a_run();
    const std::string before = test::text_of(run() / "manifest.json");
    {
        RunFolder folder{run(), true};
        folder.add_text("report.json", "[]");
        const auto fail = [](const std::filesystem::path&) { throw OutputError{"full"}; };
        EXPECT_THROW(folder.add("p.vti", fail), OutputError);
    }
    EXPECT_EQ(test::text_of(run() / "manifest.json"), before);
    EXPECT_EQ(test::text_of(run() / "report.json"), "{}");
    EXPECT_EQ(test::text_of(run() / ".unfinished" / "report.json"), "[]");
    RunFolder{run(), true}.finish("done");
    EXPECT_THAT(names_in(run()), ElementsAre("manifest.json"));
}

TEST_F(RunFolderTest, only_one_run_at_a_time_has_a_folder)
{
    {
        const RunFolder first{run(), false};
        const std::string message = message_of<InputError>([&] { RunFolder{run(), true}; });
        EXPECT_THAT(message, AllOf(HasSubstr(run().string() + ": another run (process " +
                                             std::to_string(::getpid()) + " on '"),
                                   HasSubstr("is at work in this folder"), HasSubstr("--output")));
    }
    EXPECT_NO_THROW((RunFolder{run(), false}));
}

TEST_F(RunFolderTest, a_lock_whose_holder_is_not_told_names_nobody)
{
    const RunFolder first{run(), false};
    for (const std::string text : {"", "7", "x\ny\nz\n", "-1\nhost\nnow\n", "1\n\n"}) {
        test::put(run() / ".lock", text);
        EXPECT_THAT(
            message_of<InputError>([&] {
                RunFolder{run(), false};  // NOLINT(bugprone-unused-raii): it is to go at once
            }),
            HasSubstr("another run is at work in this folder"))
            << text;
    }
    test::put(run() / ".lock", "77\nelse\x1b[31mwhere\n2026-11-22T00:00:00Z\n");
    EXPECT_THAT(message_of<InputError>([&] {
                    RunFolder{run(), false};
                }),
                HasSubstr("(process 77 on 'else\\x1b[31mwhere', since '2026-11-22T00:00:00Z')"));
}

TEST_F(RunFolderTest, a_lock_file_that_is_a_pipe_or_a_link_is_refused)
{
    std::filesystem::create_directories(run());
    test::put(base() / "victim", "precious");
    std::filesystem::create_symlink(base() / "victim", run() / ".lock");
    EXPECT_THROW((RunFolder{run(), false}), OutputError);
    EXPECT_EQ(test::text_of(base() / "victim"), "precious");
    std::filesystem::remove(run() / ".lock");
    ASSERT_EQ(::mkfifo((run() / ".lock").c_str(), 0600), 0);
    EXPECT_THROW((RunFolder{run(), false}), OutputError);
}

TEST_F(RunFolderTest, a_lock_file_with_another_name_or_content_is_refused_and_stays)
{
    std::filesystem::create_directories(run());
    test::put(base() / "precious", "7\nhost\nnow\n");
    std::filesystem::create_hard_link(base() / "precious", run() / ".lock");
    EXPECT_THROW((RunFolder{run(), false}), OutputError);
    EXPECT_EQ(test::text_of(base() / "precious"), "7\nhost\nnow\n");
    EXPECT_TRUE(std::filesystem::exists(run() / ".lock"));
    std::filesystem::remove(run() / ".lock");
    test::put(run() / ".lock", "the user's own");
    EXPECT_THROW((RunFolder{run(), false}), OutputError);
    EXPECT_EQ(test::text_of(run() / ".lock"), "the user's own");
    test::put(run() / ".lock", "7\nhost\nnow\n");  // of a run that was killed
    EXPECT_NO_THROW((RunFolder{run(), false}));
}

TEST_F(RunFolderTest, names_of_results_that_are_taken_by_folders_are_found_before_the_run)
{
    std::filesystem::create_directories(run() / "p.vti");
    EXPECT_THAT(message_of<OutputError>([&] {
                    RunFolder{run(), false};
                }),
                AllOf(HasSubstr((run() / "p.vti").string()), HasSubstr("Is a directory")));
    EXPECT_THAT(names_in(run()), ElementsAre("p.vti"));
}

TEST_F(RunFolderTest, refusal_names_the_status_of_the_earlier_run)
{
    RunFolder{run(), false}.finish("interrupted");
    EXPECT_THAT(message_of<InputError>([&] {
                    RunFolder{run(), false};
                }),
                HasSubstr("the results of an earlier run (interrupted) are here"));
}

TEST_F(RunFolderTest, nothing_written_leaves_no_folders_behind)
{
    RunFolder{run(), false};  // NOLINT(bugprone-unused-raii): it is to go at once
    EXPECT_FALSE(std::filesystem::exists(base() / "out"));
}

TEST_F(RunFolderTest, an_unfinished_run_may_be_repeated)
{
    RunFolder{run(), false}.add_text("history.csv", "half");
    EXPECT_NO_THROW((RunFolder{run(), false}));
}

TEST_F(RunFolderTest, a_file_that_failed_is_not_in_the_manifest)
{
    RunFolder folder{run(), false};
    const auto fail = [](const std::filesystem::path&) { throw OutputError{"full"}; };
    EXPECT_THROW(folder.add("p.vti", fail), OutputError);
    folder.finish("done");
    EXPECT_THAT(test::text_of(run() / "manifest.json"), ::testing::Not(HasSubstr("p.vti")));
}

TEST_F(RunFolderTest, a_folder_that_cannot_be_made_or_used_is_an_output_error)
{
    test::put(base() / "file", "x");
    for (const std::filesystem::path& path :
         {base() / "file", base() / "file" / "run", std::filesystem::path{"/proc/tobiuo/run"}}) {
        const std::string message = message_of<OutputError>([&] { RunFolder{path, false}; });
        EXPECT_THAT(message, AllOf(HasSubstr(path.string()), HasSubstr("--output")));
    }
}

TEST_F(RunFolderTest, files_of_an_earlier_run_may_be_kept)
{
    {
        RunFolder folder{run(), false};
        folder.add_text("flow_00000.vti", "zero");
        folder.add_text("flow_00001.vti", "one");
        folder.finish("interrupted");
    }
    RunFolder folder{run(), true, std::vector<std::string>{"flow_00000.vti", "flow_00007.vti"}};
    EXPECT_TRUE(folder.has("flow_00000.vti"));
    EXPECT_FALSE(folder.has("flow_00001.vti"));
    EXPECT_FALSE(folder.has("flow_00007.vti"));
    folder.add_text("flow_00002.vti", "two");
    folder.finish("done");
    EXPECT_EQ(test::text_of(run() / "flow_00000.vti"), "zero");
    EXPECT_FALSE(std::filesystem::exists(run() / "flow_00001.vti"));
    const auto manifest = read_manifest(run() / manifest_name, run());
    EXPECT_THAT(manifest->files, ElementsAre("flow_00000.vti", "flow_00002.vti"));
    EXPECT_FALSE(std::filesystem::exists(staging_in(run())));
}

TEST_F(RunFolderTest, files_that_a_killed_run_left_unfinished_may_be_kept)
{
    std::filesystem::create_directories(staging_in(run()));
    test::put(staging_in(run()) / "flow_00000.vti", "zero");
    test::put(staging_in(run()) / "flow_00001.vti", "one");
    RunFolder folder{run(), true, std::vector<std::string>{"flow_00000.vti"}};
    EXPECT_TRUE(folder.has("flow_00000.vti"));
    folder.finish("done");
    EXPECT_EQ(test::text_of(run() / "flow_00000.vti"), "zero");
    EXPECT_FALSE(std::filesystem::exists(run() / "flow_00001.vti"));
}

TEST(PvdText, names_the_file_at_its_time)
{
    const std::string text = pvd_text("p <&\"1>.vti", 0.1);
    EXPECT_THAT(text, HasSubstr("<VTKFile type=\"Collection\""));
    EXPECT_THAT(text, HasSubstr("timestep=\"0.1\""));
    EXPECT_THAT(text, HasSubstr("file=\"p &lt;&amp;&quot;1&gt;.vti\"/>"));
}

TEST(PvdText, names_each_file_of_a_series)
{
    const std::vector<TimedFile> series{{.file = "a.vti", .time = 0.0},
                                        {.file = "b.vti", .time = 0.5}};
    const std::string text = pvd_text(series);
    EXPECT_THAT(text, HasSubstr("timestep=\"0\" group=\"\" part=\"0\" file=\"a.vti\"/>"));
    EXPECT_THAT(text, HasSubstr("timestep=\"0.5\" group=\"\" part=\"0\" file=\"b.vti\"/>"));
}

TEST(FreeBytes, are_those_of_the_nearest_folder_that_exists)
{
    const test::TemporaryFolder folder;
    const auto space = std::filesystem::space(folder.path());
    const std::int64_t bytes = free_bytes(folder.path() / "not" / "there" / "yet");
    EXPECT_GT(bytes, 0);
    EXPECT_LE(static_cast<std::uintmax_t>(bytes), space.capacity);
    EXPECT_GT(free_bytes("relative/and/missing"), 0);
}

}  // namespace
}  // namespace tobiuo
