// SPDX-License-Identifier: BSD-3-Clause
#include "app/case/study_labels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "app/case/yaml/scalars.hpp"

namespace tobiuo::casefile {
namespace {

using StudyJson = nlohmann::ordered_json;

constexpr std::size_t longest_label = 64;  // of the key `name` of a case
constexpr std::size_t longest_word = 32;

bool is_letter_or_digit(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9');
}

bool is_plain_byte(char byte)
{
    return is_letter_or_digit(byte) || byte == '.' || byte == '-';
}

/// The text as YAML: without quotes where it needs none.
std::string scalar_text(const Node& node)
{
    const bool bare = node.plain && std::ranges::all_of(node.text, [](char byte) {
                          return is_plain_byte(byte) || byte == '_' || byte == '+' || byte == '*' ||
                                 byte == '/' || byte == '(' || byte == ')' || byte == '^';
                      });
    return bare && !node.text.empty() ? node.text : yaml_scalar(node.text);
}

std::string value_text(const Node& node)
{
    std::string text;
    switch (node.kind) {
        case NodeKind::scalar:
            return scalar_text(node);
        case NodeKind::sequence:
            for (const Node& item : node.items) {
                text += (text.empty() ? "" : ", ") + value_text(item);
            }
            return "[" + text + "]";
        case NodeKind::map:
            for (const Entry& entry : node.entries) {
                text += (text.empty() ? "" : ", ") + entry.key + ": " + value_text(entry.value);
            }
            return "{ " + text + " }";
        case NodeKind::null:
        case NodeKind::broken:
            break;
    }
    return "null";
}

/// The number or boolean that a scalar is, else its text; a quoted number of a key that `is_text` is
/// a text.
StudyJson scalar_json(const Node& node, bool is_text)
{
    if (is_text && !node.plain) {
        return node.text;
    }
    if (const auto flag = core_boolean(node.text)) {
        return *flag;
    }
    const auto number = core_number(node.text);
    if (number && number->whole) {
        return *number->whole;
    }
    return number && std::isfinite(number->value) ? StudyJson(number->value) : StudyJson(node.text);
}

StudyJson value_json(const Node& node, bool is_text)
{
    StudyJson json;
    switch (node.kind) {
        case NodeKind::scalar:
            return scalar_json(node, is_text);
        case NodeKind::sequence:
            json = StudyJson::array();
            for (const Node& item : node.items) {
                json.push_back(value_json(item, is_text));
            }
            return json;
        case NodeKind::map:
            json = StudyJson::object();
            for (const Entry& entry : node.entries) {
                json[entry.key] = value_json(entry.value, is_text);
            }
            return json;
        case NodeKind::null:
        case NodeKind::broken:
            break;
    }
    return json;
}

/// The scalar with a '-' for what stands between its plain characters; the '+' of an exponent goes.
std::string scalar_word(const std::string& text)
{
    std::string word;
    for (const char byte : text) {
        if (is_plain_byte(byte)) {
            word += byte;
        } else if (byte != '+' && !word.ends_with('-')) {
            word += '-';
        }
    }
    return word;
}

/// The word of a value; empty if it has none.
std::string value_word(const Node& node)
{
    if (node.kind == NodeKind::scalar) {
        return scalar_word(node.text);
    }
    std::string word;
    if (node.kind == NodeKind::sequence) {
        for (const Node& item : node.items) {
            const std::string one =
                item.kind == NodeKind::scalar ? scalar_word(item.text) : std::string{};
            if (one.empty()) {
                return {};
            }
            word += (word.empty() ? "" : "x") + one;
        }
    }
    return word;
}

/// Whether each word is there, short, and different from the others.
bool are_good_words(const std::vector<StudyValue>& values)
{
    std::set<std::string> words;
    return std::ranges::all_of(values, [&](const StudyValue& value) {
        return std::ranges::any_of(value.word, is_letter_or_digit) &&
               value.word.size() <= longest_word && words.insert(value.word).second;
    });
}

/// What a label calls a key: the last part of its path, or all of it if another key has the same.
std::string name_in_labels(const StudyKey& key, const std::vector<StudyKey>& keys)
{
    const auto last = [](const StudyKey& one) {
        return std::string_view{one.path}.substr(one.path.rfind('.') + 1);
    };
    const auto alike = std::ranges::count(keys, last(key), last);
    return alike == 1 ? std::string{last(key)} : key.path;
}

/// The labels in which `part` writes each value.
std::vector<std::string> joined(
    const std::vector<StudyKey>& keys, const std::vector<std::vector<std::size_t>>& members,
    const std::function<std::string(const StudyKey&, const StudyValue&)>& part)
{
    std::vector<std::string> labels;
    for (const std::vector<std::size_t>& member : members) {
        std::string label;
        for (std::size_t n = 0; n < keys.size(); ++n) {
            label += (n == 0 ? "" : "_") + part(keys[n], keys[n].values.at(member.at(n)));
        }
        labels.push_back(std::move(label));
    }
    return labels;
}

bool are_good_labels(const std::vector<std::string>& labels)
{
    return std::ranges::all_of(labels, [](const std::string& label) {
        return label.size() <= longest_label && !label.empty() &&
               is_letter_or_digit(label.front()) && std::ranges::all_of(label, [](char byte) {
                   return is_plain_byte(byte) || byte == '_';
               });
    });
}

}  // namespace

std::vector<StudyValue> study_values(const std::vector<Node>& nodes, bool is_text)
{
    std::vector<StudyValue> values;
    for (const Node& node : nodes) {
        values.push_back({.text = value_text(node),
                          .word = value_word(node),
                          .json = value_json(node, is_text)});
    }
    if (!are_good_words(values)) {
        for (std::size_t n = 0; n < values.size(); ++n) {
            values[n].word = std::to_string(n + 1);
        }
    }
    return values;
}

std::vector<std::string> study_labels(const std::vector<StudyKey>& keys,
                                      const std::vector<std::vector<std::size_t>>& members)
{
    auto labels = joined(keys, members, [&](const StudyKey& key, const StudyValue& value) {
        return name_in_labels(key, keys) + "-" + value.word;
    });
    if (are_good_labels(labels)) {
        return labels;
    }
    labels =
        joined(keys, members, [](const StudyKey&, const StudyValue& value) { return value.word; });
    if (are_good_labels(labels)) {
        return labels;
    }
    for (std::size_t n = 0; n < labels.size(); ++n) {
        labels[n] = "member-" + std::to_string(n + 1);
    }
    return labels;
}

}  // namespace tobiuo::casefile
