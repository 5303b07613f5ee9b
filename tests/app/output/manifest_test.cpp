// SPDX-License-Identifier: BSD-3-Clause
// Manifests of unknown origin: checked before anything is computed, and never trusted.
#include "app/output/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "app/errors.hpp"
#include "app/output/run_folder.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::message_of;
using test::names_in;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string manifest_of(const std::string& files)
{
    return R"({"schema": "tobiuo-manifest-1", "status": "done", "files": )" + files + "}";
}

class ManifestTest : public ::testing::Test {
protected:
    ManifestTest() { std::filesystem::create_directories(run()); }

    [[nodiscard]] std::filesystem::path run() const { return base_.path() / "run"; }
    [[nodiscard]] std::filesystem::path manifest() const { return run() / "manifest.json"; }

    /// Checks that a run refuses the folder, and that all files in it stay.
    void expect_refused(const std::string& what) const
    {
        const auto before = names_in(run());
        for (const bool force : {false, true}) {
            const std::string message = message_of<InputError>([&] { RunFolder{run(), force}; });
            EXPECT_THAT(message, AllOf(HasSubstr(manifest().string() + ": "),
                                       HasSubstr("cannot be told from this manifest ("),
                                       HasSubstr("--output")))
                << what;
        }
        EXPECT_EQ(names_in(run()), before) << what;
    }

    test::TemporaryFolder base_;
};

TEST_F(ManifestTest, names_the_files_of_a_run)
{
    EXPECT_FALSE(read_manifest(manifest(), run()));
    test::put(manifest(), manifest_of(R"([{"name": "p.vti"}, {"name": "report.json"}])"));
    const auto read = read_manifest(manifest(), run());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->status, "done");
    EXPECT_THAT(read->files, ElementsAre("p.vti", "report.json"));
}

TEST_F(ManifestTest, that_is_damaged_is_refused_before_anything_is_computed)
{
    for (const std::string& text :
         {std::string{}, std::string{"{"}, std::string{"[1]"}, std::string{"7"},
          std::string{"null"}, std::string{"{}"}, std::string("\0", 1),
          std::string{R"({"status":"done","files":7})"},
          std::string{R"({"schema":"tobiuo-manifest-1","status":7,"files":[]})"},
          std::string{R"({"schema":"tobiuo-manifest-1","status":"done"})"}, manifest_of("7"),
          manifest_of("[7]"), manifest_of("[[]]"), manifest_of("[{}]"),
          manifest_of(R"([{"name": 7}])"), std::string(100'000, '['),
          std::string(2'000'000, ' ')}) {
        test::put(manifest(), text);
        expect_refused(text.substr(0, 60));
    }
}

TEST_F(ManifestTest, with_a_name_that_is_no_result_is_refused)
{
    for (const std::string name : {"", ".", "..", "../outside", "/etc/passwd", "sub/file", "p/",
                                   ".lock", ".unfinished", "manifest.json", "a\\u0000b"}) {
        test::put(manifest(), manifest_of("[{\"name\": \"" + name + "\"}]"));
        expect_refused(name);
    }
    test::put(manifest(), manifest_of("[{\"name\": \"" + std::string(256, 'x') + "\"}]"));
    expect_refused("a long name");
}

TEST_F(ManifestTest, with_an_entry_that_is_not_a_file_is_refused)
{
    std::filesystem::create_directory(run() / "folder");
    std::filesystem::create_symlink(base_.path(), run() / "link");
    ASSERT_EQ(::mkfifo((run() / "pipe").c_str(), 0600), 0);
    for (const std::string name : {"folder", "link", "pipe"}) {
        test::put(manifest(), manifest_of("[{\"name\": \"" + name + "\"}]"));
        expect_refused(name);
    }
}

TEST_F(ManifestTest, that_is_not_a_file_itself_is_refused)
{
    std::filesystem::create_directory(manifest());
    expect_refused("a folder");
    std::filesystem::remove(manifest());
    ASSERT_EQ(::mkfifo(manifest().c_str(), 0600), 0);
    expect_refused("a pipe, which would keep a reader waiting");
    std::filesystem::remove(manifest());
    test::put(base_.path() / "elsewhere.json", manifest_of("[]"));
    std::filesystem::create_symlink(base_.path() / "elsewhere.json", manifest());
    expect_refused("a link");
}

TEST_F(ManifestTest, gets_a_page_and_keeps_its_own_lines_only)
{
    const std::string deep = std::string(6000, '[') + std::string(6000, ']');
    test::put(run() / "report.html", "page");
    test::put(manifest(), manifest_of(R"([{"name": "p.vti"}])").insert(1, "\"x\": " + deep + ", "));
    EXPECT_THAT(message_of<InputError>([&] { relist(run(), "report.html"); }),
                HasSubstr("it nests deeper than 32 levels"));
    test::put(manifest(),
              manifest_of(R"([{"name": "p.vti", "bytes": [[1]], "stranger": [[[7]]]}])"));
    relist(run(), "report.html");
    EXPECT_THAT(read_manifest(manifest(), run())->files, ElementsAre("p.vti", "report.html"));
    EXPECT_THAT(test::text_of(manifest()), ::testing::Not(HasSubstr("stranger")));
}

TEST_F(ManifestTest, may_name_the_files_of_a_long_series)
{
    std::string files = "[";
    for (int n = 10'000; n < 30'000; ++n) {
        files += R"({"name": "flow_)" + std::to_string(n) +
                 R"(.vti", "bytes": 100000, "sha256": ")" + std::string(64, 'a') + "\"},";
    }
    files.back() = ']';
    test::put(manifest(), manifest_of(files));
    EXPECT_EQ(read_manifest(manifest(), run())->files.size(), 20'000U);
}

}  // namespace
}  // namespace tobiuo
