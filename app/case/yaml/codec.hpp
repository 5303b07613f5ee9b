// SPDX-License-Identifier: BSD-3-Clause
// Rows that fill a member of a struct: how values of each type are read, written and described.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/scalars.hpp"
#include "app/case/yaml/section.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {

/// How a row fills a member of a struct of type `owner`, and writes it.
struct Binding {
    const std::type_info* owner{};
    /// Without it the reader of the section fills the member.
    std::function<void(const Section&, const Key&, void*)> read;
    /// The value alone, as YAML; empty if there is none.
    std::function<std::string(const Key&, const void*, const Context&)> yaml;
    bool may_be_absent{};  ///< whether a value displaces those that the key excludes
};

/// Fills the members of `owner` to which keys of the section are bound.
template <typename Owner>
void read_bound(const Section& section, Owner& owner)
{
    for (const Key& key : section.table().keys) {
        if (key.binding && *key.binding->owner == typeid(Owner) && key.binding->read) {
            key.binding->read(section, key, &owner);
        }
    }
}

/// "key: value" for each key of the table that is bound to a member of an object of type `type`. A
/// value that may be absent displaces others that the table's exclusions name.
[[nodiscard]] std::vector<std::string> bound_items(const Table& table, const std::type_info& type,
                                                   const void* owner, const Context& context);

/// The section as YAML that follows "key:": in lines, or in braces; empty without a value.
[[nodiscard]] std::string yaml_section(const Key& key, const std::vector<std::string>& items);

/// How values of a type are read and written: a specialisation for each type. `describe` completes
/// a key; `read` fills `value` and returns whether there is one, given or by default; `yaml` is
/// what follows "key: ", or empty.
///
/// This one is for structs: a section whose rows are bound to their members. Where the key has
/// words, they stand for the struct without values.
template <typename Value>
struct Codec {
    static void describe(Key& /*key*/) {}
    static bool read(const Section& section, const Key& key, Value& value)
    {
        const Node* node = section.node_of(key.name);
        if (!key.choices.empty() && node != nullptr && node->kind == NodeKind::scalar) {
            return section.given<std::string>(key.name).has_value();
        }
        const Section inner = section.section(key.name);
        inner.finish();
        read_bound(inner, value);
        return inner.present();
    }
    static std::string yaml(const Key& key, const Value& value, const Context& context)
    {
        return yaml_section(key, bound_items(*key.section, typeid(Value), &value, context));
    }
};

template <typename Value>
concept Scalar =
    std::is_arithmetic_v<Value> || std::is_enum_v<Value> || std::same_as<Value, std::string>;

/// Numbers, texts, true and false, and words: an enumeration or an integer that has choices is the
/// position of its word among them.
template <Scalar Value>
struct Codec<Value> {
    static constexpr bool is_boolean = std::same_as<Value, bool>;
    static constexpr bool is_text = std::same_as<Value, std::string>;
    static constexpr bool is_integer = std::is_integral_v<Value> && !is_boolean;
    /// The type that YAML has for it.
    using Plain = std::conditional_t<is_integer, std::int64_t,
                                     std::conditional_t<std::is_enum_v<Value>, std::string, Value>>;

    static Type type(const Key& key)
    {
        return is_boolean                          ? Type::boolean
               : std::is_floating_point_v<Value>   ? Type::real
               : is_integer && key.choices.empty() ? Type::integer
                                                   : Type::text;
    }
    static void describe(Key& key) { key.type = type(key); }
    static nlohmann::json json(const Key& key, const Value& value)
    {
        if constexpr (std::is_enum_v<Value>) {
            return key.choices.at(static_cast<std::size_t>(value));
        } else {
            return value;
        }
    }
    static bool read(const Section& section, const Key& key, Value& value)
    {
        if constexpr (is_integer || std::is_enum_v<Value>) {
            if (!key.choices.empty()) {
                const auto word = section.value<std::string>(key.name);
                const auto found = std::ranges::find(key.choices, word.value_or(""));
                value = word ? static_cast<Value>(found - key.choices.begin()) : value;
                return word.has_value();
            }
        }
        if constexpr (!std::is_enum_v<Value>) {
            const auto found = section.value<Plain>(key.name);
            value = found ? static_cast<Value>(*found) : value;
            return found.has_value();
        }
        return false;
    }
    static std::string yaml(const Key& key, const Value& value, const Context& /*context*/)
    {
        if constexpr (is_boolean) {
            return value ? "true" : "false";
        } else if constexpr (std::is_floating_point_v<Value>) {
            return yaml_number(value);
        } else if constexpr (is_text) {
            return yaml_word(key, value);
        } else {
            const auto position = static_cast<std::size_t>(value);
            return key.choices.empty() ? std::to_string(static_cast<std::int64_t>(value))
                                       : yaml_word(key, key.choices.at(position));
        }
    }

private:
    static std::string yaml_word(const Key& key, const std::string& word)
    {
        const bool bare = key.quoted ? key.fallback == nlohmann::json(word) : !key.choices.empty();
        return bare ? word : yaml_scalar(word);
    }
};

/// Lists of scalars. Those of a fixed length have it in the schema, too.
template <Scalar Element>
struct Codec<std::vector<Element>> {
    using Plain = typename Codec<Element>::Plain;

    static void describe(Key& key)
    {
        key.type = Type::list;
        key.element = Codec<Element>::type(key);
    }
    static nlohmann::json json(const Key& /*key*/, const std::vector<Element>& values)
    {
        return values;
    }
    static bool read(const Section& section, const Key& key, std::vector<Element>& values)
    {
        const auto found = section.value<std::vector<Plain>>(key.name);
        if (found) {
            values.assign(found->begin(), found->end());
        }
        return found.has_value();
    }
    static std::string yaml(const Key& key, const std::vector<Element>& values,
                            const Context& context)
    {
        std::string text;
        for (const Element& value : values) {
            text += (text.empty() ? "" : ", ") + Codec<Element>::yaml(key, value, context);
        }
        return "[" + text + "]";
    }
};

template <Scalar Element, std::size_t Length>
struct Codec<std::array<Element, Length>> {
    static void describe(Key& key)
    {
        Codec<std::vector<Element>>::describe(key);
        key.lengths = {.least = Length, .most = Length};
    }
    static bool read(const Section& section, const Key& key, std::array<Element, Length>& values)
    {
        std::vector<Element> given;
        const bool there = Codec<std::vector<Element>>::read(section, key, given);
        std::ranges::copy(given, values.begin());
        return there;
    }
    static std::string yaml(const Key& key, const std::array<Element, Length>& values,
                            const Context& context)
    {
        return Codec<std::vector<Element>>::yaml(key, {values.begin(), values.end()}, context);
    }
};

/// A value that may be absent. True and false may replace a section that says so.
template <typename Value>
struct Codec<std::optional<Value>> {
    static void describe(Key& key) { Codec<Value>::describe(key); }
    static bool read(const Section& section, const Key& key, std::optional<Value>& value)
    {
        const Node* node = section.node_of(key.name);
        Value inner{};
        if (key.switchable && node != nullptr && node->kind != NodeKind::map) {
            const auto on = section.given<bool>(key.name);
            value = on.value_or(false) ? std::optional{std::move(inner)} : std::nullopt;
            return on.has_value();
        }
        const bool there = Codec<Value>::read(section, key, inner);
        value = there ? std::optional{std::move(inner)} : std::nullopt;
        return there;
    }
    static std::string yaml(const Key& key, const std::optional<Value>& value,
                            const Context& context)
    {
        return value ? Codec<Value>::yaml(key, *value, context) : key.switchable ? "false" : "";
    }
};

template <typename Value>
inline constexpr bool is_optional = false;
template <typename Value>
inline constexpr bool is_optional<std::optional<Value>> = true;

/// The lines of a map of names that the user chooses, below a key of so many levels: of each of
/// `all` its `name`, and what yaml(one) writes.
template <typename Named, typename Yaml>
[[nodiscard]] std::string named_yaml(std::size_t levels, const std::vector<Named>& all,
                                     const Yaml& yaml)
{
    std::string lines;
    for (const Named& one : all) {
        lines += "\n" + std::string(2 * levels, ' ') + yaml_scalar(one.name) + ": " + yaml(one);
    }
    return lines;
}

/// `key` of an Owner, which `read(section, key, owner)` (nullptr: the reader of the section) reads
/// and `yaml(key, owner, context)` writes.
template <typename Owner, typename Read, typename Yaml>
[[nodiscard]] Key bound_by(Read read, Yaml yaml, Key key, bool may_be_absent = false)
{
    Binding binding{.owner = &typeid(Owner),
                    .read = {},
                    .yaml =
                        [yaml](const Key& own, const void* owner, const Context& context) {
                            return yaml(own, *static_cast<const Owner*>(owner), context);
                        },
                    .may_be_absent = may_be_absent};
    if constexpr (!std::is_null_pointer_v<Read>) {
        binding.read = [read](const Section& section, const Key& own, void* owner) {
            read(section, own, *static_cast<Owner*>(owner));
        };
    }
    key.binding = std::make_shared<const Binding>(std::move(binding));
    return key;
}

/// The member of rows that belong to a section, and fill members of the struct around it.
inline constexpr std::identity itself{};

/// `key` bound to a member of an Owner. `member` is a pointer to the member, or a function from an
/// Owner to a reference to it. The member gives the type and, unless the key has one, the default.
/// Keys of enumerations have the words of the enumerators as choices, in their order; an optional
/// value is absent where the key is. `at` is a member that gets the position of the value.
template <typename Owner, typename Member>
[[nodiscard]] Key bound(Member member, Key key, Position Owner::*at = nullptr)
{
    using Value = std::remove_cvref_t<std::invoke_result_t<Member, Owner&>>;
    Codec<Value>::describe(key);
    if constexpr (requires(const Value& value) { Codec<Value>::json(key, value); }) {
        if (!key.required && key.fallback.is_null()) {
            const Owner defaults{};
            key.fallback = Codec<Value>::json(key, std::invoke(member, defaults));
        }
    }
    return bound_by<Owner>(
        [member, at](const Section& section, const Key& own, Owner& owner) {
            static_cast<void>(Codec<Value>::read(section, own, std::invoke(member, owner)));
            if (at != nullptr) {
                owner.*at = section.position_of(own.name);
            }
        },
        [member](const Key& own, const Owner& owner, const Context& context) {
            return Codec<Value>::yaml(own, std::invoke(member, owner), context);
        },
        std::move(key), is_optional<Value>);
}

template <typename Owner, typename Value>
[[nodiscard]] Key bound(Value Owner::*member, Key key, Position Owner::*at = nullptr)
{
    return bound<Owner, Value Owner::*>(member, std::move(key), at);
}

/// `key` bound to what `get` makes of an Owner, an optional value, and `set` puts into it where the
/// key has a value, given or by default.
template <typename Owner, typename Get, typename Set>
requires std::invocable<Get, const Owner&>
[[nodiscard]] Key bound(Get get, Set set, Key key)
{
    using Value = typename std::invoke_result_t<Get, const Owner&>::value_type;
    Codec<Value>::describe(key);
    return bound_by<Owner>(
        [set](const Section& section, const Key& own, Owner& owner) {
            Value value{};
            if (Codec<Value>::read(section, own, value)) {
                set(owner, std::move(value));
            }
        },
        [get](const Key& own, const Owner& owner, const Context& context) {
            return Codec<std::optional<Value>>::yaml(own, get(owner), context);
        },
        std::move(key), true);
}

/// A key that goes with one alternative of the variant `rule` of an Owner: `member` of a Part. A key
/// that stands by itself chooses the alternative.
template <typename Owner, typename Variant, typename Part, typename Value>
[[nodiscard]] Key bound_part(Variant Owner::*rule, Value Part::*member, Key key)
{
    const bool chooses = key.only_with.empty();
    return bound<Owner>(
        [=](const Owner& owner) {
            const auto* part = std::get_if<Part>(&(owner.*rule));
            return part == nullptr ? std::nullopt : std::optional{part->*member};
        },
        [=](Owner& owner, Value value) {
            if (chooses && !std::holds_alternative<Part>(owner.*rule)) {
                owner.*rule = Part{};
            }
            if (auto* part = std::get_if<Part>(&(owner.*rule))) {
                part->*member = std::move(value);
            }
        },
        std::move(key));
}

/// The bound keys of the table as lines of YAML: up to the key `end`, or all.
template <typename Owner>
[[nodiscard]] std::string bound_lines(const Table& table, const Owner& owner,
                                      const Context& context, std::string_view end = {})
{
    std::string lines;
    for (const std::string& item : bound_items(table, typeid(Owner), &owner, context)) {
        if (!end.empty() && item.starts_with(std::string{end} + ":")) {
            break;
        }
        lines += item + "\n";
    }
    return lines;
}

}  // namespace tobiuo::casefile
