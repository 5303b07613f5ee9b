// Converts YAML scalars and lists strictly.
#include "app/case/yaml/values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/case/yaml/yaml_text.hpp"
#include "app/pattern.hpp"
#include "app/wording.hpp"
#include "solvers/expression.hpp"
#include "solvers/nearest_word.hpp"

namespace tobiuo::casefile {
namespace {

constexpr std::size_t longest_text = 1024;
constexpr std::size_t longest_shown = 40;  // of a value that a cure repeats

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

/// Why `node` is not a plain scalar; nothing if it is.
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

/// The digits without sign and leading zeros; empty if `text` is not such a number ("010").
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

/// Whether the text has an operation in it, such as "2*pi"; a sign or exponent is no operation.
bool is_formula(const Node& node)
{
    const std::string& text = node.text;
    if (node.kind != NodeKind::scalar) {
        return false;
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
        const bool exponent = text[i - 1] == 'e' || text[i - 1] == 'E';
        if (std::string_view{"*/^("}.find(text[i]) != std::string_view::npos ||
            ((text[i] == '+' || text[i] == '-') && !exponent)) {
            return true;
        }
    }
    return text.starts_with('(');
}

/// The problem at the character of the node's text where `error` is, if that is known.
Problem at_character(const Node& node, const ExpressionError& error, std::string sentence)
{
    Position at = node.at;
    if (node.text_column > 0) {
        at.column = node.text_column + error.position();
    }
    return {std::move(at), std::move(sentence)};
}

/// Sets `value` to that of a constant expression, which may be infinite or NaN.
std::optional<Problem> evaluate(const Node& node, const std::string& expected, double& value)
{
    try {
        if (node.text.size() > longest_text) {
            return problem(node, expected, "shorten it");
        }
        value = Expression{node.text, {}}.at(0.0);
    } catch (const ExpressionError& error) {
        if (is_formula(node)) {
            return at_character(node, error, error.what());
        }
        return problem(node, expected, "write it like 0.5, 1.0e-6 or 2*pi");
    }
    return std::nullopt;
}

Problem evaluated_problem(const Node& node, const std::string& expected, double value)
{
    return {node.at,
            expected + " (got " + in_quotes(node.text) + ", which is " + shortest(value) + ")"};
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

/// Why an expression is bad, at the character of the error if that is known.
std::optional<Problem> expression_objection(const Key& key, const Node& node)
{
    try {
        static_cast<void>(Expression{node.text, key.variables});
    } catch (const ExpressionError& error) {
        return at_character(node, error, error.what());
    }
    return std::nullopt;
}

bool is_expression(const std::string& text, const std::vector<std::string>& variables)
{
    try {
        static_cast<void>(Expression{text, variables});
    } catch (const ExpressionError&) {
        return false;
    }
    return true;
}

/// The text of an expression as a value in a map in braces, with quotes where it needs them.
std::string in_braces(const std::string& expression)
{
    const bool is_plain = expression.find_first_of(",:#?!&|[]{}\"'") == std::string::npos &&
                          !expression.starts_with("- ");  // that begins a list
    return is_plain ? expression : yaml_scalar(expression);
}

/// The maps that may stand for a section, written as in a case; `text`, which was given in the
/// place of the map, stands where it may be a value.
std::vector<std::string> map_forms(const Table& table, const std::string& text)
{
    const auto entry = [&](const Key& key) {
        const bool is_map = key.section != nullptr && key.choices.empty();
        const bool fits = key.type == Type::expression && text.size() <= longest_shown &&
                          is_expression(text, key.variables);
        return key.name + ": " +
               (is_map ? map_forms(*key.section, text).front() : (fits ? in_braces(text) : "..."));
    };
    std::vector<std::string> forms;
    std::string all;
    for (const Key& key : table.keys) {
        forms.push_back("{ " + entry(key) + " }");
        all += (all.empty() ? "" : ", ") + entry(key);
    }
    return table.alternatives.empty() ? std::vector{"{ " + all + " }"} : forms;
}

/// Why a word is not one of the key's choices.
std::string choice_objection(const Key& key, const std::string& text)
{
    const bool is_one = key.choices.size() == 1;
    const std::string none = in_quotes(text) + " is none of " + list_of(key.choices);
    for (const auto& [word, cure] : key.mistaken) {
        if (text == word) {
            return none + ": write " + cure;
        }
    }
    const std::string meant = nearest(text, key.choices);
    if (!meant.empty()) {
        return (is_one ? in_quotes(text) + " is not known" : none) + " (did you mean '" + meant +
               "'?)";
    }
    if (key.section == nullptr) {
        return is_one
                   ? in_quotes(text) + " is not known (there is only " + key.choices.front() + ")"
                   : none;
    }
    std::string cure = is_one ? key.choices.front() : "one of them";
    const std::vector<std::string> forms = map_forms(*key.section, text);
    for (const std::string& form : forms) {
        cure += (&form == &forms.back() ? " or " : ", ") + form;
    }
    return (is_one ? in_quotes(text) + " is not known" : none) + ": write " + cure;
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
        return choice_objection(key, text);
    }
    const std::string& expression = key.pattern.expression;
    if (!expression.empty() && !matches(text, expression)) {
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
    if (is_formula(node)) {
        double whole{};
        if (auto wrong = evaluate(node, expected, whole)) {
            return {*wrong};
        }
        constexpr double exact = 0x1p53;  // a double holds every integer up to here
        if (whole != std::floor(whole) || std::abs(whole) > exact ||
            whole < static_cast<double>(key.integers.least) ||
            whole > static_cast<double>(key.integers.most)) {
            return {evaluated_problem(node, expected, whole)};
        }
        value = static_cast<std::int64_t>(whole);
        return {};
    }
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
    const auto is_inside = [&](double number) {
        return std::isfinite(number) && number > key.reals.above && number < key.reals.below;
    };
    if (node.kind != NodeKind::scalar) {
        return {problem(node, expected)};
    }
    if (auto zero = leading_zero(node, expected)) {
        return {*zero};
    }
    const char* const end = node.text.data() + node.text.size();
    const auto [stop, error] = std::from_chars(node.text.data(), end, value);
    if (stop == end && error != std::errc::invalid_argument) {
        return error == std::errc{} && is_inside(value)
                   ? std::vector<Problem>{}
                   : std::vector<Problem>{problem(node, expected)};
    }
    if (auto wrong = evaluate(node, expected, value)) {
        return {*wrong};
    }
    return is_inside(value) ? std::vector<Problem>{}
                            : std::vector<Problem>{evaluated_problem(node, expected, value)};
}

std::vector<Problem> convert(const Key& key, const Node& node, bool& value)
{
    const std::string expected =
        "expected true or false" +
        (key.section == nullptr ? "" : ", or a map of " + list_of(key.section->names()));
    if (auto wrong = not_plain(node, expected)) {
        return {*wrong};
    }
    if (node.text != "true" && node.text != "false") {
        return {problem(node, expected)};
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
