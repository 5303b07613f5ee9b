// A process that ends at any step of moving results leaves the earlier ones or the new ones.
#include "app/output/staging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
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

}  // namespace
}  // namespace tobiuo
