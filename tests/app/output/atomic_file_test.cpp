// SPDX-License-Identifier: BSD-3-Clause
// Atomic files: complete or absent after any failure.
#include "app/output/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "app/errors.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/app/output/resource_limits.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::message_of;
using test::names_in;
using test::text_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class AtomicFile : public ::testing::Test {
protected:
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

private:
    test::TemporaryFolder folder_;
};

TEST_F(AtomicFile, text_arrives_whole_and_alone)
{
    const std::string text(3'000'000, 'x');
    write_text(folder() / "a.txt", text);
    EXPECT_EQ(text_of(folder() / "a.txt"), text);
    EXPECT_THAT(names_in(folder()), ElementsAre("a.txt"));
}

TEST_F(AtomicFile, a_second_write_replaces_the_first)
{
    write_text(folder() / "a.txt", "the first and longer text");
    write_text(folder() / "a.txt", "second");
    EXPECT_EQ(text_of(folder() / "a.txt"), "second");
}

// The kernel releases the lock of the file when its process dies.
TEST_F(AtomicFile, temporary_files_of_killed_processes_are_removed_and_those_of_others_stay)
{
    const auto die = [](const std::filesystem::path&) { ::raise(SIGKILL); };
    const pid_t child = ::fork();
    if (child == 0) {
        write_atomically(folder() / "a.txt", die);
    }
    ::waitpid(child, nullptr, 0);
    test::put(folder() / ".tobiuo-notes.tmp", "the user's own");
    ASSERT_EQ(names_in(folder()).size(), 2U);
    write_atomically(folder() / "b.txt", [&](const std::filesystem::path& temporary) {
        test::put(temporary, "x");
        remove_dead_temporaries(folder());
        EXPECT_THAT(names_in(folder()), ::testing::UnorderedElementsAre(
                                            temporary.filename().string(), ".tobiuo-notes.tmp"));
    });
    EXPECT_THAT(names_in(folder()), ElementsAre(".tobiuo-notes.tmp", "b.txt"));
}

TEST_F(AtomicFile, the_temporary_file_is_hidden_in_the_same_folder)
{
    std::filesystem::path seen;
    write_atomically(folder() / "a.txt", [&](const std::filesystem::path& temporary) {
        seen = temporary;
        test::put(temporary, "x");
        EXPECT_FALSE(std::filesystem::exists(folder() / "a.txt"));
    });
    EXPECT_EQ(seen.parent_path(), folder());
    EXPECT_THAT(seen.filename().string(), ::testing::StartsWith("."));
}

// Others could put a link at a name that they can foresee.
TEST_F(AtomicFile, the_temporary_file_is_new_and_of_another_name_each_time)
{
    std::filesystem::path first;
    write_atomically(folder() / "a.txt", [&](const std::filesystem::path& temporary) {
        first = temporary;
        EXPECT_TRUE(std::filesystem::is_regular_file(temporary));
        EXPECT_EQ(std::filesystem::file_size(temporary), 0U);
        test::put(temporary, "x");
    });
    write_atomically(folder() / "a.txt", [&](const std::filesystem::path& temporary) {
        EXPECT_NE(temporary, first);
        test::put(temporary, "y");
    });
    EXPECT_EQ(text_of(folder() / "a.txt"), "y");
}

TEST_F(AtomicFile, names_in_its_messages_cannot_steer_a_terminal)
{
    EXPECT_THAT(std::string{could_not_write("out/\x1b[31m\n", EIO).what()},
                HasSubstr("'out/\\x1b[31m\\x0a'"));
}

TEST_F(AtomicFile, an_exception_passes_through_and_leaves_the_earlier_file)
{
    write_text(folder() / "a.txt", "earlier");
    const auto write = [](const std::filesystem::path& temporary) {
        test::put(temporary, "half of");
        throw std::logic_error{"a defect"};
    };
    EXPECT_EQ(message_of<std::logic_error>([&] { write_atomically(folder() / "a.txt", write); }),
              "a defect");
    EXPECT_EQ(text_of(folder() / "a.txt"), "earlier");
    EXPECT_THAT(names_in(folder()), ElementsAre("a.txt"));
}

TEST_F(AtomicFile, a_file_size_limit_is_an_error_and_leaves_the_earlier_file)
{
    write_text(folder() / "a.txt", "earlier");
    std::string message;
    {
        const test::FileSizeLimit limit{1000};
        message = message_of<OutputError>(
            [&] { write_text(folder() / "a.txt", std::string(1001, 'x')); });
    }
    EXPECT_THAT(message, AllOf(HasSubstr((folder() / "a.txt").string()),
                               HasSubstr("File too large"), HasSubstr("--output")));
    EXPECT_EQ(text_of(folder() / "a.txt"), "earlier");
    EXPECT_THAT(names_in(folder()), ElementsAre("a.txt"));
}

TEST_F(AtomicFile, a_writer_that_made_no_file_is_an_error)
{
    const auto nothing = [](const std::filesystem::path&) {};
    EXPECT_THROW(write_atomically(folder() / "a.txt", nothing), OutputError);
    EXPECT_THAT(names_in(folder()), IsEmpty());
}

TEST_F(AtomicFile, a_full_device_behind_a_link_is_an_error_and_stays_a_device)
{
    const std::filesystem::path link = folder() / "a.txt";
    std::filesystem::create_symlink("/dev/full", link);
    EXPECT_THAT(message_of<OutputError>([&] { write_text(link, "x"); }),
                HasSubstr("not a regular file"));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(AtomicFile, a_full_disk_is_named_with_its_cure)
{
    EXPECT_EQ(std::string{could_not_write("out/x/p.vti", ENOSPC).what()},
              "could not write 'out/x/p.vti' (No space left on device): free some space or choose "
              "another folder with --output");
}

TEST_F(AtomicFile, folders_that_cannot_hold_the_file_are_named)
{
    test::put(folder() / "file", "x");
    std::filesystem::create_directory(folder() / "sub");
    const auto message_for = [](const std::filesystem::path& path) {
        return message_of<OutputError>([&] { write_text(path, "x"); });
    };
    EXPECT_THAT(message_for(folder() / "missing" / "a.txt"), HasSubstr("No such file"));
    EXPECT_THAT(message_for(folder() / "file" / "a.txt"), HasSubstr("Not a directory"));
    EXPECT_THAT(message_for(folder() / "sub"), HasSubstr("Is a directory"));
    EXPECT_THAT(message_for(folder() / "sub" / ""), HasSubstr("Is a directory"));
    EXPECT_THAT(message_for("/proc/a.txt"), HasSubstr("could not write '/proc/a.txt'"));
    EXPECT_THAT(names_in(folder()), ElementsAre("file", "sub"));
}

TEST_F(AtomicFile, a_bare_name_goes_to_the_working_folder)
{
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder());
    write_text("a.txt", "x");
    std::filesystem::current_path(before);
    EXPECT_THAT(names_in(folder()), ElementsAre("a.txt"));
}

}  // namespace
}  // namespace tobiuo
