// JSON of strangers: bounded before it is parsed.
#include "app/input/input_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/refusal.hpp"

namespace tobiuo {
namespace {

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
