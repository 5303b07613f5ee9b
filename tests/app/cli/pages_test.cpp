// SPDX-License-Identifier: BSD-3-Clause
// Manual pages and completions, as man and the shells read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Runs a line of bash in a folder; what it prints, with its errors.
class Shell {
public:
    [[nodiscard]] std::string says(const std::string& line) const
    {
        const auto script = folder_.write("line.sh", line);
        const auto out = folder_.path() / "said.txt";
        const std::string command = "cd '" + folder_.path().string() + "' && bash --norc '" +
                                    script.string() + "' > '" + out.string() + "' 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0) << line << test::text_of(out);
        return test::text_of(out);
    }

    [[nodiscard]] bool has(const std::string& program) const
    {
        return says("command -v " + program + " || true").size() > 1;
    }

    /// What bash offers for the last of the words.
    [[nodiscard]] std::string offers(const std::string& words) const
    {
        return says(". ./tobiuo\nCOMP_WORDS=(tobiuo " + words +
                    ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_tobiuo\n"
                    "printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    }

    [[nodiscard]] const test::TemporaryFolder& folder() const { return folder_; }

private:
    test::TemporaryFolder folder_;
};

std::string completion_of(const std::string& shell)
{
    const auto outcome = test::run_program({"completion", shell});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out;
}

TEST(Completion, of_bash_knows_commands_options_words_and_files)
{
    const Shell bash;
    bash.folder().write("tobiuo", completion_of("bash"));
    for (const char* file : {"a.yaml", "b.yml", "c.csv", "folder/d.yaml"}) {
        bash.folder().write(file, "x\n");
    }
    EXPECT_EQ(bash.offers("ru"), "run\n");
    EXPECT_THAT(bash.offers("''"), HasSubstr("completion\n"));
    EXPECT_EQ(bash.offers("bench f"), "fft\nflow\n");
    EXPECT_EQ(bash.offers("run --all"), "--allow-outside\n");
    EXPECT_EQ(bash.offers("info --"), "--help\n--json\n--no-ceilings\n");
    EXPECT_EQ(bash.offers("run --ceiling m"), "measure\n");
    EXPECT_EQ(bash.offers("run --ceiling = m"), "measure\n");
    EXPECT_EQ(bash.offers("bench fft --kinds c2c,c"), "c2c,c2c\nc2c,c2r\n");
    EXPECT_EQ(bash.offers("new mine --kind cav"), "cavity\n");
    EXPECT_EQ(bash.offers("run a"), "a.yaml\n");
    EXPECT_EQ(bash.offers("check --ignore-memory ''"), "folder\na.yaml\nb.yml\n");
    EXPECT_EQ(bash.offers("run --output f"), "folder\n");
    EXPECT_EQ(bash.offers("bench himeno --json c"), "c.csv\n");
    EXPECT_EQ(bash.offers("completion z"), "zsh\n");
}

TEST(Completion, of_each_shell_is_sound_where_the_shell_is)
{
    const Shell shell;
    for (const std::string name : {"bash", "zsh", "fish"}) {
        const std::string text = completion_of(name);
        EXPECT_THAT(text, HasSubstr("written by `tobiuo completion " + name + "`"));
        EXPECT_THAT(text, HasSubstr("allow-outside"));
        shell.folder().write(name + ".txt", text);
        if (shell.has(name)) {
            EXPECT_EQ(shell.says(name + " -n " + name + ".txt"), "");
        }
    }
    const auto other = test::run_program({"completion", "tcsh"});
    EXPECT_EQ(other.code, 2);
    EXPECT_THAT(other.err, HasSubstr("tcsh"));
}

TEST(Manual, has_a_page_for_each_command)
{
    const test::TemporaryFolder temporary;
    const auto outcome = test::run_program({"man", "--folder", temporary.path() / "man1"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const std::string name : {"tobiuo", "tobiuo-run", "tobiuo-bench", "tobiuo-bench-fft"}) {
        const std::string page = test::text_of(temporary.path() / "man1" / (name + ".1"));
        EXPECT_THAT(page, HasSubstr(".SH NAME\n")) << name;
        EXPECT_THAT(page, HasSubstr("Example: tobiuo ")) << name;
    }
    const std::string run = test::run_program({"man", "run"}).out;
    EXPECT_EQ(run, test::text_of(temporary.path() / "man1/tobiuo-run.1"));
    EXPECT_THAT(run, HasSubstr("\n.TP\n\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\n"));
    EXPECT_THAT(run, HasSubstr("\n\\fB\\-\\-output\\fR \\fIDIR\\fR\n"));
    EXPECT_THAT(test::run_program({"man"}).out, HasSubstr("\\fBtobiuo\\-tune\\-fft\\fR(1)"));
    const auto none = test::run_program({"man", "bench", "ftt"});
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.err, "man: there is no page of 'bench ftt' (did you mean 'bench fft'?)\n");
}

TEST(Manual, pages_are_free_of_warnings)
{
    const Shell shell;
    if (!shell.has("groff")) {
        GTEST_SKIP() << "there is no groff here (Debian: groff-base)";
    }
    ASSERT_EQ(test::run_program({"man", "--folder", shell.folder().path()}).code, 0);
    EXPECT_EQ(shell.says("for page in *.1; do\n"
                         "    groff -man -Tascii -ww -z -rLL=78n \"$page\"\ndone\n"),
              "");
}

}  // namespace
}  // namespace tobiuo
