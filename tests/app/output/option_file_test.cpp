// SPDX-License-Identifier: BSD-3-Clause
// Files that options name: what may be replaced, and that they are tried early.
#include "app/output/option_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/errors.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::names_in;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(OptionFile, the_trial_leaves_every_file_as_it_was)
{
    const test::TemporaryFolder folder;
    test::put(folder.path() / "a.json", "earlier");
    test::put(folder.path() / "a.json.probe", "the user's own");
    const OptionFile file{folder.path() / "a.json", "--json"};
    EXPECT_EQ(test::text_of(folder.path() / "a.json"), "earlier");
    EXPECT_EQ(test::text_of(folder.path() / "a.json.probe"), "the user's own");
    EXPECT_THAT(names_in(folder.path()), ElementsAre("a.json", "a.json.probe"));
    file.write("new");
    EXPECT_EQ(test::text_of(folder.path() / "a.json"), "new");
    EXPECT_EQ(test::text_of(folder.path() / "a.json.probe"), "the user's own");
}

TEST(OptionFile, what_cannot_be_written_is_refused_at_once_with_the_option_s_name)
{
    const test::TemporaryFolder folder;
    for (const std::filesystem::path& path : {folder.path(), folder.path() / "missing" / "a.json",
                                              std::filesystem::path{"/dev/null"}}) {
        EXPECT_THAT(test::message_of<OutputError>([&] { OptionFile(path, "--json"); }),
                    HasSubstr("with --json"))
            << path;
    }
}

using ::testing::AllOf;
using ::testing::HasSubstr;

class OwnFile : public ::testing::Test {
protected:
    [[nodiscard]] std::string refusal(const std::string& text, FileKind kind) const
    {
        const auto file = folder_.write("file", text);
        return test::message_of<InputError>([&] { refuse_foreign(file, kind, "--output"); });
    }

    static constexpr const char* page = "<!DOCTYPE html>\n<title>tobiuo: a</title>";

    test::TemporaryFolder folder_;
};

TEST_F(OwnFile, of_its_kind_or_without_content_may_be_replaced)
{
    EXPECT_EQ(refusal(page, FileKind::page), "");
    EXPECT_EQ(refusal("", FileKind::page), "");
    EXPECT_EQ(refusal("{\n  \"schema\": \"tobiuo-bench-fft-1\",", FileKind::bench), "");
    EXPECT_EQ(refusal("{\"schema\":\"tobiuo-tune-himeno-1\"}", FileKind::tuning), "");
    EXPECT_EQ(refusal("anything", FileKind::any), "");
    EXPECT_EQ(test::message_of<InputError>(
                  [&] { refuse_foreign(folder_.path() / "none", FileKind::page, "--output"); }),
              "");
}

TEST_F(OwnFile, of_another_kind_is_not_replaced)
{
    for (const char* text : {"precious", "{\"schema\": \"tobiuo-report-1\"}", "{", "\n",
                             "<!DOCTYPE html>\n<title>mine</title>"}) {
        for (const FileKind kind : {FileKind::page, FileKind::bench, FileKind::tuning}) {
            EXPECT_THAT(refusal(text, kind),
                        AllOf(HasSubstr("would be replaced (it is no "), HasSubstr("--output")))
                << text;
        }
    }
    EXPECT_NE(refusal("{\"schema\": \"tobiuo-bench-fft-1\"}", FileKind::tuning), "");
}

TEST_F(OwnFile, that_is_a_result_is_not_replaced)
{
    folder_.write("manifest.json", R"({"schema": "tobiuo-manifest-1", "status": "done",
                                       "files": [{"name": "file"}]})");
    EXPECT_THAT(refusal(page, FileKind::page),
                HasSubstr("it is a result of the run in its folder"));
    folder_.write("manifest.json", R"({"name": "an extension of a browser"})");
    EXPECT_EQ(refusal(page, FileKind::page), "");
}

}  // namespace

}  // namespace tobiuo
