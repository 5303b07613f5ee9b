// Files that options name: tried early, without effect on other files.
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

}  // namespace
}  // namespace tobiuo
