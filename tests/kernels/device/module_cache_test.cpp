// The disk cache of compiled kernels: whole entries or none.
#include "kernels/device/module_cache.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace tobiuo::device
