// SPDX-License-Identifier: BSD-3-Clause
// The disk cache of compiled kernels holds complete entries or none.
#include "runtime/device/compile/module_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tobiuo::device {
namespace {

std::filesystem::path only_file(const std::filesystem::path& folder)
{
    std::filesystem::path found;
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        found = entry.path();
        ++files;
    }
    EXPECT_EQ(files, 1);
    return found;
}

mode_t mode_of(const std::filesystem::path& path)
{
    struct stat status = {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0);
    return status.st_mode & 07777U;
}

class ModuleCacheTest : public ::testing::Test {
protected:
    test::TemporaryFolder temporary_;
    ModuleCache cache_{temporary_.path() / "deep" / "tobiuo"};
    std::string image_ = std::string("ELF\0with\nzeros", 14) + std::string(5000, 'x');
};

TEST_F(ModuleCacheTest, finds_what_was_stored_and_nothing_else)
{
    EXPECT_FALSE(cache_.find("kernel", "key"));
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    EXPECT_EQ(cache_.find("kernel", "key"), image_);
    EXPECT_FALSE(cache_.find("kernel", "another key"));
    EXPECT_FALSE(cache_.find("another", "key"));
}

TEST_F(ModuleCacheTest, a_truncated_entry_is_absent_at_every_length)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    const auto file = only_file(cache_.folder());
    for (auto size = std::filesystem::file_size(file); size-- > 0;) {
        if (size > 200 && size % 97 != 0) {
            continue;
        }
        std::filesystem::resize_file(file, size);
        EXPECT_FALSE(cache_.find("kernel", "key")) << size << " bytes";
    }
}

TEST_F(ModuleCacheTest, a_flipped_or_added_byte_makes_it_absent)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    const auto path = only_file(cache_.folder());
    {
        std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
        file.seekp(-10, std::ios::end);
        file.put('y');
    }
    EXPECT_FALSE(cache_.find("kernel", "key"));
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    EXPECT_TRUE(cache_.find("kernel", "key"));
    std::ofstream{path, std::ios::app | std::ios::binary} << "!";
    EXPECT_FALSE(cache_.find("kernel", "key"));
}

TEST_F(ModuleCacheTest, an_unusable_folder_is_no_error)
{
    const auto file = temporary_.path() / "file";
    std::ofstream{file} << "not a folder";
    const ModuleCache blocked{file};
    EXPECT_FALSE(blocked.store("kernel", "key", image_));
    EXPECT_FALSE(blocked.find("kernel", "key"));
    const ModuleCache none{std::filesystem::path{}};
    EXPECT_FALSE(none.store("kernel", "key", image_));
    EXPECT_FALSE(none.find("kernel", "key"));
}

TEST_F(ModuleCacheTest, leaves_no_temporary_file)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    EXPECT_EQ(only_file(cache_.folder()).extension(), "");
}

TEST_F(ModuleCacheTest, its_folder_and_files_are_the_user_s_alone)
{
    const mode_t before = ::umask(0);
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    ::umask(before);
    EXPECT_EQ(mode_of(cache_.folder()), 0700U);
    EXPECT_EQ(mode_of(only_file(cache_.folder())), 0600U);
    EXPECT_FALSE(cache_.unusable_reason());
}

TEST_F(ModuleCacheTest, a_folder_that_others_may_write_is_not_believed)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    for (const mode_t mode : {0770U, 0707U, 0777U, 0720U}) {
        ASSERT_EQ(::chmod(cache_.folder().c_str(), mode), 0);
        EXPECT_FALSE(cache_.find("kernel", "key")) << std::oct << mode;
        EXPECT_FALSE(cache_.store("kernel", "another", image_)) << std::oct << mode;
        EXPECT_EQ(cache_.unusable_reason(), "other users may write there");
    }
    const auto sentence = declined_cache();
    ASSERT_TRUE(sentence);
    EXPECT_NE(sentence->find("chmod 700"), std::string::npos) << *sentence;
    ASSERT_EQ(::chmod(cache_.folder().c_str(), 0755), 0);
    EXPECT_TRUE(cache_.find("kernel", "key"));
}

TEST_F(ModuleCacheTest, a_file_that_others_may_write_is_not_believed)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    const auto file = only_file(cache_.folder());
    for (const mode_t mode : {0660U, 0606U}) {
        ASSERT_EQ(::chmod(file.c_str(), mode), 0);
        EXPECT_FALSE(cache_.find("kernel", "key")) << std::oct << mode;
    }
    ASSERT_TRUE(cache_.store("kernel", "key", image_)) << "it is replaced";
    EXPECT_TRUE(cache_.find("kernel", "key"));
}

TEST_F(ModuleCacheTest, what_belongs_to_another_user_is_not_believed)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    constexpr uid_t other = 65534;
    const auto file = only_file(cache_.folder());
    if (::chown(file.c_str(), other, static_cast<gid_t>(-1)) != 0) {
        GTEST_SKIP() << "only root can give a file away";
    }
    EXPECT_FALSE(cache_.find("kernel", "key"));
    ASSERT_EQ(::chown(file.c_str(), ::geteuid(), static_cast<gid_t>(-1)), 0);
    EXPECT_TRUE(cache_.find("kernel", "key"));
    ASSERT_EQ(::chown(cache_.folder().c_str(), other, static_cast<gid_t>(-1)), 0);
    EXPECT_FALSE(cache_.find("kernel", "key"));
    EXPECT_EQ(cache_.unusable_reason(), "it belongs to another user");
}

TEST_F(ModuleCacheTest, what_the_user_has_not_comes_from_the_installation)
{
    const ModuleCache users{temporary_.path() / "user" / "tobiuo",
                            {.folder = cache_.folder(), .publisher = ::geteuid()}};
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    EXPECT_EQ(users.find("kernel", "key"), image_);
    EXPECT_FALSE(users.find("kernel", "another key"));
    ASSERT_TRUE(users.store("kernel", "key", "the user's"));
    EXPECT_EQ(users.find("kernel", "key"), "the user's");
    EXPECT_EQ(cache_.find("kernel", "key"), image_) << "an installation is only read";
    const ModuleCache nobodys{{}, {.folder = cache_.folder(), .publisher = ::geteuid()}};
    EXPECT_EQ(nobodys.find("kernel", "key"), image_);
    EXPECT_FALSE(nobodys.store("kernel", "another key", image_));
}

TEST_F(ModuleCacheTest, an_installation_is_believed_if_its_publisher_alone_may_write)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    const auto file = only_file(cache_.folder());
    const auto users_with = [&](uid_t publisher) {
        return ModuleCache{{}, {.folder = cache_.folder(), .publisher = publisher}};
    };
    ASSERT_EQ(::chmod(cache_.folder().c_str(), 0775), 0);
    EXPECT_FALSE(users_with(::geteuid()).find("kernel", "key"));
    ASSERT_EQ(::chmod(cache_.folder().c_str(), 0755), 0);
    constexpr uid_t publisher = 65534;
    if (::chown(file.c_str(), publisher, static_cast<gid_t>(-1)) != 0) {
        GTEST_SKIP() << "only root can give a file away";
    }
    ASSERT_EQ(::chown(cache_.folder().c_str(), publisher, static_cast<gid_t>(-1)), 0);
    EXPECT_EQ(users_with(publisher).find("kernel", "key"), image_);
    EXPECT_FALSE(users_with(::geteuid()).find("kernel", "key"));
}

// A test program lies in the folder of a build as an installed program does in bin/.
TEST(UsualModuleCache, reads_what_is_installed_beside_the_program)
{
    const auto program = std::filesystem::canonical("/proc/self/exe");
    EXPECT_EQ(ModuleCache::usual().installed_folder(),
              program.parent_path().parent_path() / "lib" / "tobiuo" / "kernels");
}

// If the pipe were opened like a file, the test would not end.
TEST_F(ModuleCacheTest, a_link_or_a_pipe_is_no_entry)
{
    ASSERT_TRUE(cache_.store("kernel", "key", image_));
    const auto file = only_file(cache_.folder());
    const auto elsewhere = temporary_.path() / "elsewhere";
    std::filesystem::rename(file, elsewhere);
    std::filesystem::create_symlink(elsewhere, file);
    EXPECT_FALSE(cache_.find("kernel", "key"));
    std::filesystem::remove(file);
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    EXPECT_FALSE(cache_.find("kernel", "key"));
    EXPECT_TRUE(cache_.store("kernel", "key", image_));
    EXPECT_TRUE(cache_.find("kernel", "key"));
}

}  // namespace
}  // namespace tobiuo::device
