// SPDX-License-Identifier: BSD-3-Clause
// The memory that control groups of either version (container, batch job) leave a process.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "app/machine/system_limits.hpp"
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

/// The value that the kernel writes if there is no limit.
const std::string none = "9223372036854771712";

void make_group_v1(const test::TemporaryFolder& root, const std::string& name,
                   const std::string& limit, const std::string& used, const std::string& inactive)
{
    const std::string group = "memory/" + name;
    static_cast<void>(root.write(group + "/memory.limit_in_bytes", limit + "\n"));
    static_cast<void>(root.write(group + "/memory.usage_in_bytes", used + "\n"));
    static_cast<void>(root.write(
        group + "/memory.stat",
        "cache 7\ninactive_file 1\ntotal_cache 9\ntotal_inactive_file " + inactive + "\n"));
}

TEST(CgroupV1, the_tightest_group_on_the_way_up_counts)
{
    const test::TemporaryFolder root;
    make_group_v1(root, ".", none, "5000", "0");
    make_group_v1(root, "batch", "1000", "700", "50");
    make_group_v1(root, "batch/job", none, "600", "0");
    make_group_v1(root, "other", "10", "10", "0");
    const std::string membership = "8:cpu:/other\n4:memory:/batch/job\n1:name=systemd:/other\n";
    EXPECT_EQ(control_group_room(root.path(), membership), 350);
    make_group_v1(root, "batch/job", "400", "500", "20");
    EXPECT_EQ(control_group_room(root.path(), membership), 0) << "never negative";
}

TEST(CgroupV1, a_huge_limit_is_none)
{
    const test::TemporaryFolder root;
    for (const std::string& huge :
         {none, std::string{"9223372036854775807"}, std::string{"18446744073709551615"}}) {
        make_group_v1(root, ".", huge, "5000", "0");
        EXPECT_EQ(control_group_room(root.path(), "4:memory:/\n"), std::nullopt) << huge;
    }
}

TEST(CgroupV1, a_container_sees_its_own_group_at_the_root)
{
    const test::TemporaryFolder root;
    make_group_v1(root, ".", "1000", "400", "0");
    EXPECT_EQ(control_group_room(root.path(), "4:memory:/docker/0123abcd\n"), 600);
}

TEST(CgroupV1, memory_may_share_its_hierarchy)
{
    const test::TemporaryFolder root;
    make_group_v1(root, "job", "1000", "400", "0");
    EXPECT_EQ(control_group_room(root.path(), "4:cpu,memory,pids:/job\n"), 600);
    EXPECT_EQ(control_group_room(root.path(), "4:my_memory:/job\n"), std::nullopt);
}

TEST(CgroupV1, beside_version_2_the_lesser_room_counts)
{
    const test::TemporaryFolder root;
    make_group_v1(root, "job", "1000", "400", "0");
    static_cast<void>(root.write("job/memory.max", "500\n"));
    static_cast<void>(root.write("job/memory.current", "100\n"));
    EXPECT_EQ(control_group_room(root.path(), "4:memory:/job\n0::/\n"), 600);
    EXPECT_EQ(control_group_room(root.path(), "4:memory:/job\n0::/job\n"), 400);
}

TEST(CgroupV1, lines_that_are_none_are_skipped)
{
    const test::TemporaryFolder root;
    make_group_v1(root, "job", "1000", "400", "0");
    EXPECT_EQ(control_group_room(root.path(), "\nmemory\n:\n4:memory:/job\n"), 600);
}

}  // namespace

}  // namespace tobiuo
