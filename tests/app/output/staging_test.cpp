// SPDX-License-Identifier: BSD-3-Clause
// Nothing of a run is lost, whenever a process ends: earlier results, new ones, those set aside.
#include "app/output/staging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/manifest.hpp"
#include "app/output/run_folder.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::message_of;
using test::names_in;
using test::text_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Staging : public ::testing::Test {
protected:
    [[nodiscard]] std::filesystem::path run() const { return base_.path() / "run"; }

    void finish_the_earlier_run() const
    {
        RunFolder folder{run(), true};
        folder.add_text("report.json", "earlier");
        folder.add_text("p.vtr", "earlier");
        folder.finish("done");
    }

    /// All results of a new run, complete but not moved.
    void stage() const
    {
        const std::filesystem::path staging = staging_in(run());
        std::filesystem::create_directory(staging);
        const std::vector<std::string> names{"report.json", "p.vti"};
        for (const std::string& name : names) {
            write_text(staging / name, "new");
        }
        std::vector<ListedFile> files;
        for (const std::string& name : names) {
            files.push_back(listed(staging, name));
        }
        write_text(staging / manifest_name, manifest_text(files, "done"));
    }

    /// Checks that each file of the manifest has its size and sum.
    void expect_whole() const
    {
        const auto manifest = nlohmann::json::parse(text_of(run() / manifest_name));
        for (const auto& file : manifest["files"]) {
            const std::string name = file["name"];
            EXPECT_EQ(sha256_of_file(run() / name), file["sha256"].get<std::string>()) << name;
        }
    }

    /// Whether the process ended at its `last` step; false if it had fewer steps.
    [[nodiscard]] bool publish_and_die_at(int last) const
    {
        constexpr int died = 7;
        const pid_t child = ::fork();
        if (child == 0) {
            int step = 0;
            publish(run(), [&](std::string_view) {
                if (++step == last) {
                    ::_exit(died);
                }
            });
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_TRUE(WIFEXITED(status));
        return WEXITSTATUS(status) == died;
    }

private:
    test::TemporaryFolder base_;
};

TEST_F(Staging, a_process_that_ends_at_any_step_loses_nothing)
{
    int steps = 0;
    bool died = true;
    while (died) {
        finish_the_earlier_run();
        stage();
        died = publish_and_die_at(++steps);
        if (std::filesystem::exists(run() / manifest_name)) {
            expect_whole();
        }
        EXPECT_THAT(message_of<InputError>([&] {
                        RunFolder{run(), false};
                    }),
                    HasSubstr("results of an earlier run"))
            << "step " << steps;
        // The next one gives up at once, and leaves no trace of the dead one.
        static_cast<void>(RunFolder{run(), true});
        if (steps > 1) {  // the first ends before the old manifest is away: both may stand
            EXPECT_EQ(text_of(run() / "report.json"), "new") << "step " << steps;
            EXPECT_THAT(names_in(run()), ElementsAre("manifest.json", "p.vti", "report.json"));
        }
        expect_whole();
    }
    EXPECT_GE(steps, 6);
}

TEST_F(Staging, results_that_were_not_whole_give_way_to_the_earlier_ones)
{
    finish_the_earlier_run();
    stage();
    std::filesystem::remove(staging_in(run()) / manifest_name);
    const RunFolder folder{run(), true};
    EXPECT_EQ(text_of(run() / "report.json"), "earlier");
    expect_whole();
    EXPECT_THAT(names_in(staging_in(run())), ::testing::IsEmpty());
}

TEST_F(Staging, a_staging_folder_of_strangers_is_not_followed)
{
    const test::TemporaryFolder elsewhere;
    test::put(elsewhere.path() / "precious", "x");
    std::filesystem::create_directories(run());
    std::filesystem::create_symlink(elsewhere.path(), staging_in(run()));
    EXPECT_THROW((RunFolder{run(), false}), OutputError);
    EXPECT_THAT(names_in(elsewhere.path()), ElementsAre("precious"));
    std::filesystem::remove(staging_in(run()));
    std::filesystem::create_directories(staging_in(run()) / "folder");
    EXPECT_THROW((RunFolder{run(), false}), OutputError);
    EXPECT_THAT(names_in(run()), ElementsAre(".unfinished"));
}

using test::message_of;
using test::names_in;
using test::put;
using test::text_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string first = "checkpoint_000000000010.state";
const std::string second = "checkpoint_000000000020.state";

class SetAside : public ::testing::Test {
protected:
    [[nodiscard]] const std::filesystem::path& run() const { return base_.path(); }

    /// What a run leaves that was killed behind its second checkpoint.
    void leave_an_unfinished_run() const
    {
        std::filesystem::create_directories(staging_in(run()));
        put(staging_in(run()) / "flow_00000.vti", "earlier");
        put(run() / first, "10");
        put(run() / second, "20");
    }
    void expect_it_is_there() const
    {
        EXPECT_EQ(text_of(staging_in(run()) / "flow_00000.vti"), "earlier");
        EXPECT_EQ(text_of(run() / first), "10");
        EXPECT_EQ(text_of(run() / second), "20");
        EXPECT_FALSE(std::filesystem::exists(run() / ".replaced.1"));
    }

private:
    test::TemporaryFolder base_;
};

TEST_F(SetAside, a_refused_run_leaves_all_as_it_is)
{
    leave_an_unfinished_run();
    EXPECT_THAT(message_of<InputError>([&] {
                    RunFolder{run(), false};
                }),
                HasSubstr("go on with --restart"));
    expect_it_is_there();
}

TEST_F(SetAside, a_run_that_begins_anew_removes_it_when_its_results_are_whole)
{
    leave_an_unfinished_run();
    RunFolder folder{run(), true};
    EXPECT_THAT(names_in(staging_in(run())), IsEmpty());
    folder.add_text("report.json", "{}");
    EXPECT_THAT(names_in(run() / ".replaced.1"), ElementsAre(first, second, "flow_00000.vti"));
    folder.finish("done");
    EXPECT_THAT(names_in(run()), ElementsAre(".lock", "manifest.json", "report.json"));
}

TEST_F(SetAside, a_run_that_ends_before_its_first_checkpoint_puts_it_back)
{
    leave_an_unfinished_run();
    {
        RunFolder folder{run(), true};
        folder.add_text("flow_00000.vti", "new");
    }
    expect_it_is_there();
    EXPECT_EQ(text_of(run() / "flow_00000.vti"), "new") << "the files that are whole stay";
}

TEST_F(SetAside, a_run_that_was_killed_before_its_first_checkpoint_gives_way_to_it)
{
    leave_an_unfinished_run();
    set_aside(run());
    std::filesystem::create_directory(staging_in(run()));
    put(staging_in(run()) / "flow_00000.vti", "killed");
    EXPECT_THAT(checkpoints_in(run()),
                ElementsAre(run() / ".replaced.1" / second, run() / ".replaced.1" / first));
    const RunFolder folder{run(), true, std::vector<std::string>{"flow_00000.vti"}};
    expect_it_is_there();
    EXPECT_TRUE(folder.has("flow_00000.vti"));
}

TEST_F(SetAside, a_run_that_was_killed_behind_a_checkpoint_is_gone_on_with)
{
    leave_an_unfinished_run();
    set_aside(run());
    put(run() / first, "of the new run");
    take_back(run());
    EXPECT_THAT(checkpoints_in(run()), ElementsAre(run() / first));
    EXPECT_EQ(text_of(run() / first), "of the new run");
    EXPECT_EQ(text_of(run() / ".replaced.1" / second), "20");
}

// The steps of set_aside() are renames: of the staging folder, of each checkpoint, of the whole.
TEST_F(SetAside, a_process_that_ends_while_it_moves_loses_nothing)
{
    for (const std::vector<std::string>& moved :
         std::vector<std::vector<std::string>>{{}, {second}, {second, first}}) {
        SCOPED_TRACE(moved.size());
        leave_an_unfinished_run();
        std::filesystem::rename(staging_in(run()), run() / ".replacing");
        for (const std::string& name : moved) {
            std::filesystem::rename(run() / name, run() / ".replacing" / name);
        }
        EXPECT_EQ(checkpoints_in(run()).size(), 2U);
        EXPECT_EQ(checkpoints_in(run()).front().filename(), second);
        EXPECT_THAT(message_of<InputError>([&] {
                        RunFolder{run(), false};
                    }),
                    HasSubstr("go on with --restart"));
        take_back(run());
        expect_it_is_there();
    }
}

TEST_F(SetAside, every_run_with_checkpoints_is_kept_and_the_newest_of_the_others)
{
    leave_an_unfinished_run();
    set_aside(run());
    for (const char* text : {"one", "two"}) {
        std::filesystem::create_directory(staging_in(run()));
        put(staging_in(run()) / "p.vti", text);
        set_aside(run());
    }
    EXPECT_THAT(names_in(run()), ElementsAre(".replaced.1", ".replaced.3"));
    EXPECT_EQ(text_of(run() / ".replaced.3" / "p.vti"), "two");
    remove_set_aside(run());
    EXPECT_THAT(names_in(run()), IsEmpty());
}

}  // namespace

}  // namespace tobiuo
