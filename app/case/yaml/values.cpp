// SPDX-License-Identifier: BSD-3-Clause
// Converts YAML scalars and lists strictly.
#include "app/case/yaml/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/case/yaml/scalars.hpp"
#include "app/case/yaml/text.hpp"
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

/// A number that a scalar stands for, or what is wrong with it.
struct Reading {
    CoreNumber number{};
    bool computed{};  ///< whether the number is the value of a constant expression
    std::optional<Problem> problem{};
};

/// Reads `node`, quoted or not, as a number of YAML's core schema or as a constant expression, which
/// may be infinite or NaN. `cure` says how to write what is neither.
Reading read_number(const Node& node, const std::string& expected, const std::string& cure)
{
    Reading reading;
    if (node.kind != NodeKind::scalar) {
        reading.problem = problem(node, expected);
    } else if (const auto number = core_number(node.text)) {
        reading.number = *number;
    } else if (node.text.size() > longest_text) {
        reading.problem = problem(node, expected, "shorten it");
    } else {
        try {
            reading.computed = true;
            reading.number.value = Expression{node.text, {}}.at(0.0);
            reading.number.whole = exact_integer(reading.number.value);
        } catch (const ExpressionError& error) {
            reading.problem = is_formula(node) ? at_character(node, error, error.what())
                                               : problem(node, expected, cure);
        }
    }
    return reading;
}

/// The problem of a number that is not what is expected.
Problem unfit(const Node& node, const std::string& expected, const Reading& reading)
{
    std::string got = in_quotes(node.text);
    if (reading.number.beyond_range) {
        got += ", which is beyond the range of numbers";
    } else if (reading.computed) {
        got += ", which is " + shortest(reading.number.value);
    }
    return {node.at, expected + " (got " + got + ")"};
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

/// Why the text is no expression in the variables.
std::optional<ExpressionError> error_of(const std::string& text,
                                        const std::vector<std::string>& variables)
{
    try {
        static_cast<void>(Expression{text, variables});
    } catch (const ExpressionError& error) {
        return error;
    }
    return std::nullopt;
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
        const bool is_map = key.section != nullptr && key.choices.empty() &&
                            (!key.in_braces || table.is_alternative(key.name));
        const bool fits = key.type == Type::expression && text.size() <= longest_shown &&
                          !error_of(text, key.variables);
        return key.name + ": " +
               (is_map ? map_forms(*key.section, text).front() : (fits ? in_braces(text) : "..."));
    };
    std::vector<std::string> forms;
    std::string all;
    for (const Key& key : table.keys) {
        if (table.is_alternative(key.name)) {
            forms.push_back("{ " + entry(key) + " }");
        }
        all += (all.empty() ? "" : ", ") + entry(key);
    }
    return table.alternatives.empty() ? std::vector{"{ " + all + " }"} : forms;
}

/// The text of a scalar as choices and expressions have it: an integer in decimal digits, however
/// YAML lets it be spelled, and an expression in one line.
std::string usual_text(const Key& key, const Node& node)
{
    const bool is_expression = !key.variables.empty();
    const auto number = core_number(node.text);
    if (number && number->whole) {
        const std::string decimal = std::to_string(*number->whole);
        const bool is_based = node.text.starts_with("0x") || node.text.starts_with("0o");
        if ((is_expression && is_based) ||
            std::ranges::find(key.choices, decimal) != key.choices.end()) {
            return decimal;
        }
    }
    return is_expression ? in_one_line(node.text) : node.text;
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
    const std::string& expression = key.pattern.expression;
    const bool is_choice = std::ranges::find(key.choices, text) != key.choices.end();
    const bool fits = !expression.empty() && matches(text, expression);
    if (!key.choices.empty() && !is_choice && !fits) {
        return choice_objection(key, text);
    }
    if (!is_choice && !expression.empty() && !fits) {
        return "expected " + key.pattern.words + " (got " + in_quotes(text) + ")";
    }
    return std::nullopt;
}

/// The problems of a list of numbers: all if they are few, else the first with the number of the
/// others, for they have one cause.
std::vector<Problem> first_of_many(std::vector<Problem> problems)
{
    constexpr std::size_t few = 3;  // a point has so many coordinates
    if (problems.size() > few) {
        problems.front().sentence +=
            " (and " + std::to_string(problems.size() - 1) + " more of this list)";
        problems.resize(1);
    }
    return problems;
}

}  // namespace

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

std::vector<Problem> convert(const Key& key, const Node& node, std::string& value)
{
    if (node.kind != NodeKind::scalar) {
        return {problem(node, expected_text(key))};
    }
    const std::string text = usual_text(key, node);
    if (const auto objection = text_objection(key, text)) {
        return {{node.at, *objection}};
    }
    if (!key.variables.empty()) {
        if (const auto error = error_of(text, key.variables)) {
            return {at_character(node, *error, error->what())};
        }
    }
    value = text;
    return {};
}

std::vector<Problem> convert(const Key& key, const Node& node, std::int64_t& value)
{
    const std::string expected = expected_integer(key);
    const Reading reading = read_number(node, expected, "write it in decimal digits");
    if (reading.problem) {
        return {*reading.problem};
    }
    const auto& whole = reading.number.whole;
    if (!whole || *whole < key.integers.least || *whole > key.integers.most) {
        return {unfit(node, expected, reading)};
    }
    value = *whole;
    return {};
}

std::vector<Problem> convert(const Key& key, const Node& node, double& value)
{
    const std::string expected = expected_real(key);
    const Reading reading = read_number(node, expected, "write it like 0.5, 1.0e-6 or 2*pi");
    if (reading.problem) {
        return {*reading.problem};
    }
    value = reading.number.value;
    if (!std::isfinite(value) || value <= key.reals.above || value >= key.reals.below) {
        return {unfit(node, expected, reading)};
    }
    return {};
}

std::optional<double> constant_of(const std::string& text)
{
    if (const auto number = core_number(text)) {
        return number->value;
    }
    try {
        return Expression{text, {}}.at(0.0);
    } catch (const ExpressionError&) {
        return std::nullopt;
    }
}

std::vector<Problem> convert(const Key& key, const Node& node, bool& value)
{
    const std::string expected =
        "expected true or false" +
        (key.section == nullptr ? "" : ", or a map of " + list_of(key.section->names()));
    if (node.kind != NodeKind::scalar) {
        return {problem(node, expected)};
    }
    if (!node.plain) {
        return {problem(node, expected, "remove the quotes")};
    }
    const auto given = core_boolean(node.text);
    if (!given) {
        return {problem(node, expected)};
    }
    value = *given;
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
    return std::is_arithmetic_v<T> ? first_of_many(std::move(problems)) : problems;
}

template std::vector<Problem> convert(const Key&, const Node&, std::vector<std::string>&);
template std::vector<Problem> convert(const Key&, const Node&, std::vector<std::int64_t>&);
template std::vector<Problem> convert(const Key&, const Node&, std::vector<double>&);

}  // namespace tobiuo::casefile
