// SPDX-License-Identifier: BSD-3-Clause
// Files that are read back: what a stranger may put in their place, and bounds of their JSON.
#include "app/input/input_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/input/input_json.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

class InputFileTest : public ::testing::Test {
protected:
    InputFileTest() { base_.write("run/a.txt", "text"); }

    [[nodiscard]] std::filesystem::path run() const { return base_.path() / "run"; }

    [[nodiscard]] std::string refusal_of(const std::filesystem::path& name) const
    {
        return test::refusal<Unreadable>([&] { return InputFile::in(run(), name).text(100); });
    }

    test::TemporaryFolder base_;
};

TEST_F(InputFileTest, reads_a_regular_file_of_its_folder)
{
    EXPECT_EQ(text_in(run(), "a.txt", 4), "text");
    EXPECT_EQ(text_in(run(), "b.txt", 4), std::nullopt);
    EXPECT_EQ(text_in(base_.path(), "run/a.txt", 4), "text");
    EXPECT_EQ(text_in(base_.path() / "none", "a.txt", 4), std::nullopt);
}

// If a pipe were waited for, or a device read to its end, the test would not end.
TEST_F(InputFileTest, refuses_all_that_is_no_regular_file)
{
    ASSERT_EQ(::mkfifo((run() / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal_of("pipe"), "it is a pipe, no regular file");
    std::filesystem::create_directory(run() / "folder");
    EXPECT_EQ(refusal_of("folder"), "it is a folder, no regular file");
    EXPECT_EQ(test::refusal<Unreadable>([] { return InputFile::named("/dev/zero").text(9); }),
              "it is a device, no regular file");
}

TEST_F(InputFileTest, follows_no_link_below_its_folder)
{
    base_.write("secret", "secret");
    std::filesystem::create_symlink(base_.path() / "secret", run() / "link");
    std::filesystem::create_symlink("/dev/zero", run() / "zero");
    std::filesystem::create_symlink("a.txt", run() / "inside");
    std::filesystem::create_directory_symlink(base_.path(), run() / "up");
    for (const char* name : {"link", "zero", "inside"}) {
        EXPECT_EQ(refusal_of(name), "it is a link, no regular file") << name;
    }
    EXPECT_EQ(refusal_of("up/secret"), "its folder is a link");
    for (const char* name : {"../secret", "..", "", ".", "up/../../secret", "/etc/passwd", "a/"}) {
        EXPECT_EQ(refusal_of(name), "its name leads out of the folder") << name;
    }
    EXPECT_EQ(InputFile::named(run() / "link").text(9), "secret") << "the user may name a link";
}

TEST_F(InputFileTest, reads_no_more_than_it_is_asked_for)
{
    EXPECT_EQ(test::refusal<Unreadable>([&] { return InputFile::in(run(), "a.txt").text(3); }),
              "it has more than 3 bytes");
    const auto sparse = base_.write("run/sparse", "x");
    std::filesystem::resize_file(sparse, std::uintmax_t{20} << 30U);
    EXPECT_EQ(refusal_of("sparse"), "it has more than 100 bytes");
    EXPECT_GT(InputFile::named("/proc/self/status").text(100'000).size(), 100U)
        << "it says that it has no bytes";
}

TEST_F(InputFileTest, gives_lines)
{
    std::string text = "a\n\nb\r\n";
    text += std::string(70'000, 'c') + "\nlast";
    base_.write("run/lines", text);
    std::vector<std::size_t> sizes;
    const InputFile file = InputFile::in(run(), "lines");
    file.for_each_line(100'000, [&](std::string_view line) {
        sizes.push_back(line.size());
        return true;
    });
    EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 0, 2, 70'000, 4}));
    EXPECT_THROW(file.for_each_line(1000, [](std::string_view) { return true; }), Unreadable);
    file.for_each_line(1000, [](std::string_view line) {
        EXPECT_EQ(line, "a");
        return false;
    });
}

std::string refusal_of(const std::string& text,
                       const tuning::JsonBounds& bounds = {.depth = 3, .values = 8, .entries = 2})
{
    return test::refusal<Unreadable>([&] { return input_json(text, bounds); });
}

TEST(InputJson, within_its_bounds_is_parsed)
{
    EXPECT_EQ(input_json(R"({"a": [1, {"b": "[[[["}]})", {.depth = 3}).dump(),
              R"({"a":[1,{"b":"[[[["}]})");
    EXPECT_EQ(input_json(R"("\"[[[[")", {.depth = 1}), R"("[[[[)");
    EXPECT_EQ(input_json("[[],[],[]]", {.depth = 2}).size(), 3U);
}

TEST(InputJson, beyond_its_bounds_is_refused)
{
    EXPECT_EQ(refusal_of("[[[[]]]]"), "it nests deeper than 3 levels");
    EXPECT_EQ(refusal_of(R"([[[{"a": 1}]]])"), "it nests deeper than 3 levels");
    EXPECT_EQ(refusal_of(std::string(1'000'000, '[')), "it nests deeper than 3 levels");
    EXPECT_EQ(refusal_of("[1,2,3,4,5,6,7,8]"), "it has more than 8 values");
    EXPECT_EQ(refusal_of(R"({"a":1,"b":2,"c":3})"), "an object in it has more than 2 members");
    EXPECT_EQ(refusal_of(R"([{"a":1,"b":2},{"a":1}])"), "accepted");
}

TEST(InputJson, that_is_none_is_refused)
{
    for (const char* text : {"", "{", "]", "\"", "\"\\", "[1,]", "{\"a\" 1}", "\xff"}) {
        EXPECT_EQ(refusal_of(text), "it is no JSON") << text;
    }
}

}  // namespace

}  // namespace tobiuo
