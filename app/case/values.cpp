// Strict conversion of YAML scalars and lists.
#include "app/case/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <regex>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/words/spelling.hpp"
#include "solvers/expression.hpp"
#include "solvers/nearest_word.hpp"

namespace tobiuo::casefile {
namespace {

constexpr std::size_t longest_text = 1024;

std::string expected_integer(const Key& key)
{
    const auto [least, most] = key.integers;
    if (most == IntegerRange{}.most) {
        return "expected an integer of at least " + std::to_string(least);
    }
    return "expected an integer from " + std::to_string(least) + " to " + std::to_string(most);
}

std::string expected_real(const Key& key)
{
    const auto [above, below] = key.reals;
    std::string expected = "expected a finite number";
    if (std::isfinite(above)) {
        expected += " above " + shortest(above);
    }
    if (std::isfinite(below)) {
        expected += (std::isfinite(above) ? " and below " : " below ") + shortest(below);
    }
    return expected;
}

Problem problem(const Node& node, const std::string& expected, const std::string& cure = {})
{
    std::string got;
    switch (node.kind) {
        case NodeKind::scalar:
            got = (node.plain ? "" : "the quoted text ") + in_quotes(node.text);
            break;
        case NodeKind::sequence:
            got = "a list";
            break;
        case NodeKind::map:
            got = "a map";
            break;
        case NodeKind::null:
        case NodeKind::broken:
            got = "nothing";
            break;
    }
    return {node.at, expected + " (got " + got + (cure.empty() ? ")" : "): " + cure)};
}

/// What stops `node` from being any plain scalar.
std::optional<Problem> not_plain(const Node& node, const std::string& expected)
{
    if (node.kind != NodeKind::scalar) {
        return problem(node, expected);
    }
    if (!node.plain) {
        return problem(node, expected, "remove the quotes");
    }
    return std::nullopt;
}

bool all_digits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Digits without sign and leading zeros, or empty if `text` is not such a number ("010").
std::string without_leading_zeros(std::string_view text)
{
    if (text.size() < 2 || text.front() != '0' || !all_digits(text)) {
        return {};
    }
    const std::size_t first = text.find_first_not_of('0');
    return std::string{first == std::string_view::npos ? "0" : text.substr(first)};
}

std::optional<Problem> leading_zero(const Node& node, const std::string& expected)
{
    const std::string digits = without_leading_zeros(node.text);
    if (digits.empty()) {
        return std::nullopt;
    }
    return problem(node, expected,
                   "some programs read a leading zero as octal, so write " + in_quotes(digits) +
                       " without quotes");
}

std::string expected_text(const Key& key)
{
    std::string expected = "expected a text";
    if (!key.choices.empty()) {
        expected = "expected one of " + list_of(key.choices);
    } else if (!key.variables.empty()) {
        expected = "expected a number or an expression in " + list_of(key.variables);
    }
    const bool or_map = key.section != nullptr;
    return expected + (or_map ? ", or a map of " + list_of(key.section->names()) : "");
}

std::string expected_list(const Key& key)
{
    const auto [least, most] = key.lengths;
    std::string wanted = std::to_string(least);
    if (key.distinct) {
        wanted = "one or more different";
    } else if (most == Lengths{}.most) {
        wanted = "at least " + wanted;
    } else if (most != least) {
        wanted += " to " + std::to_string(most);
    }
    return "expected a list of " + wanted + " values";
}

/// What is wrong with an expression, at the character where it goes wrong if that can be told.
std::optional<Problem> expression_objection(const Key& key, const Node& node)
{
    try {
        static_cast<void>(Expression{node.text, key.variables});
    } catch (const ExpressionError& error) {
        Position at = node.at;
        if (node.text_column > 0) {
            at.column = node.text_column + error.position();
        }
        return {{std::move(at), error.what()}};
    }
    return std::nullopt;
}

std::optional<std::string> text_objection(const Key& key, const std::string& text)
{
    if (text.empty()) {
        return "is empty (give a text, or remove the key)";
    }
    if (text.size() > longest_text) {
        return "is longer than " + std::to_string(longest_text) + " bytes: shorten it";
    }
    const auto is_control = [](char byte) {
        return static_cast<unsigned char>(byte) < 0x20U || byte == 0x7F;
    };
    if (std::ranges::any_of(text, is_control)) {
        return "contains a control character (from an escape such as \"\\n\"?): remove it";
    }
    if (!key.choices.empty() && std::ranges::find(key.choices, text) == key.choices.end()) {
        if (key.choices.size() == 1) {
            return in_quotes(text) + " is not known (there is only " + key.choices.front() + ")";
        }
        const std::string meant = nearest(text, key.choices);
        return in_quotes(text) + " is none of " + list_of(key.choices) +
               (meant.empty() ? "" : " (did you mean '" + meant + "'?)");
    }
    const std::string& expression = key.pattern.expression;
    if (!expression.empty() && !std::regex_match(text, std::regex{expression})) {
        return "expected " + key.pattern.words + " (got " + in_quotes(text) + ")";
    }
    return std::nullopt;
}

}  // namespace

std::vector<Problem> convert(const Key& key, const Node& node, std::string& value)
{
    if (node.kind != NodeKind::scalar) {
        return {problem(node, expected_text(key))};
    }
    if (const auto objection = text_objection(key, node.text)) {
        return {{node.at, *objection}};
    }
    if (!key.variables.empty()) {
        if (auto objection = expression_objection(key, node)) {
            return {*objection};
        }
    }
    value = node.text;
    return {};
}

std::vector<Problem> convert(const Key& key, const Node& node, std::int64_t& value)
{
    const std::string expected = expected_integer(key);
    if (auto wrong = not_plain(node, expected)) {
        return {*wrong};
    }
    if (auto zero = leading_zero(node, expected)) {
        return {*zero};
    }
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, error] = std::from_chars(node.text.data(), end, value);
    if (stop != end || error == std::errc::invalid_argument) {
        return {problem(node, expected, "write it in decimal digits")};
    }
    if (error != std::errc{} || value < key.integers.least || value > key.integers.most) {
        return {problem(node, expected)};
    }
    return {};
}

std::vector<Problem> convert(const Key& key, const Node& node, double& value)
{
    const std::string expected = expected_real(key);
    if (auto wrong = not_plain(node, expected)) {
        return {*wrong};
    }
    if (auto zero = leading_zero(node, expected)) {
        return {*zero};
    }
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, error] = std::from_chars(node.text.data(), end, value);
    if (stop != end || error == std::errc::invalid_argument) {
        return {problem(node, expected, "write it like 0.5 or 1e-6")};
    }
    const bool inside = value > key.reals.above && value < key.reals.below;
    if (error != std::errc{} || !std::isfinite(value) || !inside) {
        return {problem(node, expected)};
    }
    return {};
}

std::vector<Problem> convert(const Key& /*key*/, const Node& node, bool& value)
{
    if (auto wrong = not_plain(node, "expected true or false")) {
        return {*wrong};
    }
    if (node.text != "true" && node.text != "false") {
        return {problem(node, "expected true or false")};
    }
    value = node.text == "true";
    return {};
}

template <typename T>
std::vector<Problem> convert(const Key& key, const Node& node, std::vector<T>& values)
{
    const std::string expected = expected_list(key);
    if (node.kind != NodeKind::sequence) {
        return {problem(node, expected, "write it in square brackets")};
    }
    if (node.items.size() < key.lengths.least || node.items.size() > key.lengths.most) {
        return {{node.at, expected + " (got " + std::to_string(node.items.size()) + ")"}};
    }
    std::vector<Problem> problems;
    for (const Node& item : node.items) {
        T value{};
        const std::vector<Problem> wrong = convert(key, item, value);
        problems.insert(problems.end(), wrong.begin(), wrong.end());
        if (key.distinct && std::ranges::find(values, value) != values.end()) {
            problems.push_back(problem(item, expected, "list it once"));
        }
        values.push_back(std::move(value));
    }
    return problems;
}

template std::vector<Problem> convert(const Key&, const Node&, std::vector<std::string>&);
template std::vector<Problem> convert(const Key&, const Node&, std::vector<std::int64_t>&);
template std::vector<Problem> convert(const Key&, const Node&, std::vector<double>&);

}  // namespace tobiuo::casefile
