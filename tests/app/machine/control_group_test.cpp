// The memory that control groups (container, batch job) leave a process.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "app/machine/control_group.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

/// A control group of `root` with these files; without memory.max there is no limit.
void make_group(const test::TemporaryFolder& root, const std::string& name,
                const std::string& limit, const std::string& used, const std::string& inactive)
{
    static_cast<void>(root.write(name + "/memory.max", limit + "\n"));
    static_cast<void>(root.write(name + "/memory.current", used + "\n"));
    static_cast<void>(
        root.write(name + "/memory.stat",
                   "anon 5\nfile 7\ninactive_anon 1\ninactive_file " + inactive + "\n"));
}

TEST(ControlGroup, the_tightest_control_group_on_the_way_up_counts)
{
    const test::TemporaryFolder root;
    make_group(root, "batch", "1000", "700", "50");
    make_group(root, "batch/job", "max", "600", "0");
    make_group(root, "batch/job/step", "2000", "100", "0");
    make_group(root, "other", "10", "10", "0");
    EXPECT_EQ(control_group_room(root.path(), "3:cpu:/other\n0::/batch/job/step\n"), 350);
    make_group(root, "batch/job/step", "400", "100", "20");
    EXPECT_EQ(control_group_room(root.path(), "0::/batch/job/step\n"), 320);
    make_group(root, ".", "500", "490", "0");
    EXPECT_EQ(control_group_room(root.path(), "0::/batch/job/step\n"), 10);
    make_group(root, ".", "500", "600", "0");
    EXPECT_EQ(control_group_room(root.path(), "0::/batch/job/step\n"), 0) << "never negative";
}

TEST(ControlGroup, a_control_group_that_is_not_visible_sets_no_limit)
{
    const test::TemporaryFolder root;
    EXPECT_EQ(control_group_room(root.path(), "0::/not/here\n"), std::nullopt);
    EXPECT_EQ(control_group_room(root.path(), ""), std::nullopt);
    EXPECT_EQ(control_group_room(root.path() / "missing", "0::/\n"), std::nullopt);
    make_group(root, ".", "1000", "400", "0");
    EXPECT_EQ(control_group_room(root.path(), "0::/seen/from/the/host\n"), 600);
    EXPECT_EQ(control_group_room(root.path(), "0::/../../sibling\n"), 600);
}

}  // namespace
}  // namespace tobiuo
