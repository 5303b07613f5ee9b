// SPDX-License-Identifier: BSD-3-Clause
// The files of tests/fields, which the Python reader meets too: the same values, the same refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using nlohmann::json;

std::string from_base64(const std::string& text)
{
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char letter : text) {
        if (letter == '=') {
            break;
        }
        bits = bits << 6U | static_cast<std::uint32_t>(digits.find(letter));
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
        }
    }
    return bytes;
}

Location location_of(const json& word)
{
    return word == "cell" ? Location::cell : Location::node;
}

class FieldFiles : public ::testing::Test {
protected:
    static json cases()
    {
        std::ifstream file{test::source_dir() / "tests/fields/files.json"};
        return json::parse(file)["cases"];
    }

    void write(const json& one)
    {
        folder_.emplace();
        const auto put = [&](const std::string& name, const std::string& bytes) {
            std::filesystem::create_directories((folder_->path() / name).parent_path());
            test::put(folder_->path() / name, bytes);
        };
        for (const auto& [name, text] : one["files"].items()) {
            put(name, text);
        }
        if (one.contains("base64")) {
            for (const auto& [name, text] : one["base64"].items()) {
                put(name, from_base64(text));
            }
        }
        path_ = folder_->path() / one["read"].get<std::string>();
    }

    void expect_array(const std::string& name, const json& expected) const
    {
        const auto shape = expected["shape"].get<std::vector<std::int64_t>>();
        const auto wanted = expected["values"].get<std::vector<double>>();
        const std::int64_t components = shape.size() == 4 ? shape[3] : 1;
        for (std::int64_t component = 0; component < components; ++component) {
            VtiArray array{path_, name, static_cast<int>(component),
                           location_of(expected["location"])};
            const auto& counts = array.header().counts;
            EXPECT_EQ(array.header().grid.location, location_of(expected["location"]));
            EXPECT_THAT(counts, ::testing::ElementsAre(shape[2], shape[1], shape[0]));
            std::vector<double> values(wanted.size() / static_cast<std::size_t>(components));
            array.read(0, values);
            for (std::size_t i = 0; i < values.size(); ++i) {
                EXPECT_EQ(values[i], wanted[i * static_cast<std::size_t>(components) +
                                            static_cast<std::size_t>(component)])
                    << name << " " << i;
            }
            array.read(1, std::span{values}.first(1));
            EXPECT_EQ(values[0], wanted[static_cast<std::size_t>(components + component)]);
        }
    }

    void expect_nodes(const Grid& grid, const json& expected) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto nodes = expected[2 - axis].get<std::vector<double>>();
            for (std::size_t n = 0; n < nodes.size(); ++n) {
                EXPECT_EQ(grid.axes.at(axis).node(static_cast<std::int64_t>(n)), nodes[n]);
            }
        }
    }

    std::optional<test::TemporaryFolder> folder_;
    std::filesystem::path path_;
};

TEST_F(FieldFiles, a_file_has_what_both_readers_must_find)
{
    for (const json& one : cases()) {
        if (one.contains("refused")) {
            continue;
        }
        SCOPED_TRACE(one["name"].get<std::string>());
        write(one);
        try {
            VtiWanted wanted;
            if (one.contains("asked")) {
                wanted.preferred = location_of(one["asked"]);
            }
            const VtiHeader header = read_vti_header(path_, wanted);
            EXPECT_EQ(header.grid.location, location_of(one["location"]));
            expect_nodes(header.grid, one["nodes"]);
            for (const auto& [name, expected] : one["arrays"].items()) {
                expect_array(name, expected);
            }
        } catch (const std::runtime_error& error) {
            ADD_FAILURE() << error.what();
        }
    }
}

TEST_F(FieldFiles, a_file_or_array_that_cannot_be_read_is_refused)
{
    for (const json& one : cases()) {
        if (!one.contains("refused")) {
            continue;
        }
        SCOPED_TRACE(one["name"].get<std::string>());
        write(one);
        const std::string refusal = test::message_of<std::runtime_error>([&] {
            const bool all = one["refused"] == "file";
            if (!all) {
                static_cast<void>(read_vti_header(path_));
            }
            VtiArray array{path_, all ? "p" : one["refused"].get<std::string>()};
            std::vector<double> values(4);
            array.read(0, values);
        });
        EXPECT_NE(refusal, "");
        EXPECT_THAT(refusal, ::testing::HasSubstr(": ")) << "a sentence has a cure";
    }
}

TEST_F(FieldFiles, a_component_that_an_array_lacks_is_named)
{
    for (const json& one : cases()) {
        if (one["name"] != "vectors of two components with names") {
            continue;
        }
        write(one);
        EXPECT_EQ(test::message_of<std::runtime_error>([&] { VtiArray(path_, "p", 2); }),
                  "array 'p' has 2 components, which are counted from 0, and no component 2: name "
                  "one that it has");
        EXPECT_EQ(test::message_of<std::runtime_error>([&] { VtiArray(path_, "p"); }),
                  "array 'p' has 2 components: name the component that is wanted, or write one "
                  "array for each");
    }
}

}  // namespace
}  // namespace tobiuo
