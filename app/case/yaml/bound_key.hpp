// Keys that fill a member of a struct: one row reads, checks, writes and describes the member.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/case/yaml/section.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {

/// How a row fills a member of a struct of type `owner`, and writes it.
struct Binding {
    const std::type_info* owner;
    std::function<void(const Section&, void*)> read;
    std::function<std::string(const void*)> yaml;  ///< the value alone; empty if there is none
};

template <typename Value>
struct OptionalOf {
    static constexpr bool is_optional = false;
    using Inner = Value;
};
template <typename Value>
struct OptionalOf<std::optional<Value>> {
    static constexpr bool is_optional = true;
    using Inner = Value;
};

template <typename Value>
[[nodiscard]] constexpr Type type_of_member()
{
    if constexpr (std::is_same_v<Value, bool>) {
        return Type::boolean;
    } else if constexpr (std::is_integral_v<Value>) {
        return Type::integer;
    } else if constexpr (std::is_floating_point_v<Value>) {
        return Type::real;
    } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
        return Type::list;
    } else {
        return Type::text;  // enumerations, too
    }
}

template <typename Number>
[[nodiscard]] std::string text_of_number(Number value)
{
    if constexpr (std::is_integral_v<Number>) {
        return std::to_string(value);
    } else {
        return yaml_number(value);
    }
}

/// `key` bound to a member of an Owner. `member` is a pointer to the member, or a function from an
/// Owner to a reference to it. The member gives the type and, unless the key has one, the default.
/// Keys of enumerations have the words of the enumerators as choices, in their order; an optional
/// number is absent where the key is.
template <typename Owner, typename Member>
[[nodiscard]] Key bound(Member member, Key key)
{
    using Value = std::remove_cvref_t<std::invoke_result_t<Member, Owner&>>;
    constexpr bool is_optional = OptionalOf<Value>::is_optional;
    key.type = type_of_member<typename OptionalOf<Value>::Inner>();
    const auto read = [member, name = key.name, words = key.choices](const Section& section,
                                                                     void* owner) {
        Value& value = std::invoke(member, *static_cast<Owner*>(owner));
        if constexpr (is_optional) {
            value = section.given<typename OptionalOf<Value>::Inner>(name);
        } else if constexpr (std::is_enum_v<Value>) {
            value = section.value_among<Value>(name, words);
        } else if constexpr (std::is_integral_v<Value> && !std::is_same_v<Value, bool>) {
            value = static_cast<Value>(section.value<std::int64_t>(name));
        } else {
            value = section.value<Value>(name);
        }
    };
    const auto word_of = [words = key.choices](const Value& value) {
        if constexpr (std::is_enum_v<Value>) {
            return words.at(static_cast<std::size_t>(value));
        } else {
            return value;
        }
    };
    const auto yaml = [member, word_of, is_word = !key.choices.empty()](const void* owner) {
        const auto value = word_of(std::invoke(member, *static_cast<const Owner*>(owner)));
        if constexpr (is_optional) {
            return value ? text_of_number(*value) : std::string{};
        } else if constexpr (std::is_same_v<Value, bool>) {
            return std::string{value ? "true" : "false"};
        } else if constexpr (std::is_arithmetic_v<Value>) {
            return text_of_number(value);
        } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
            return "[" + list_of(value) + "]";
        } else {
            return is_word ? value : yaml_scalar(value);
        }
    };
    if constexpr (!is_optional) {
        if (!key.required && key.fallback.is_null()) {
            key.fallback = word_of(std::invoke(member, Owner{}));
        }
    }
    key.binding = std::make_shared<const Binding>(
        Binding{.owner = &typeid(Owner), .read = read, .yaml = yaml});
    return key;
}

/// Fills the members of `owner` to which keys of the section are bound.
template <typename Owner>
void read_bound(const Section& section, Owner& owner)
{
    for (const Key& key : section.table().keys) {
        if (key.binding && *key.binding->owner == typeid(Owner)) {
            key.binding->read(section, &owner);
        }
    }
}

/// "key: value" for each key of the table that is bound to a member of an Owner.
template <typename Owner>
[[nodiscard]] std::vector<std::string> bound_items(const Table& table, const Owner& owner)
{
    std::vector<std::string> items;
    for (const Key& key : table.keys) {
        if (key.binding && *key.binding->owner == typeid(Owner)) {
            const std::string value = key.binding->yaml(&owner);
            if (!value.empty()) {
                items.push_back(key.name + ": " + value);
            }
        }
    }
    return items;
}

/// The items of bound_items() as lines of YAML.
template <typename Owner>
[[nodiscard]] std::string bound_lines(const Table& table, const Owner& owner,
                                      std::string_view indent = "  ")
{
    std::string lines;
    for (const std::string& item : bound_items(table, owner)) {
        lines += std::string{indent} + item + "\n";
    }
    return lines;
}

}  // namespace tobiuo::casefile
