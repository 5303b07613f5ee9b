// SPDX-License-Identifier: BSD-3-Clause
// Scalars of YAML: what they stand for by the core schema of YAML 1.2.2, section 10.3.2, and how
// values are written so that they read back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tobiuo::casefile {

/// A number of the core schema: 16, +16, 016, 0o20, 0x10, 16.0, 1.6e1, .5, -.inf, .nan.
struct CoreNumber {
    double value{};  ///< the nearest double; infinite where there is none
    /// The integer that is written, if a double or 64 bits hold it exactly: 1.6e1 is one, too.
    std::optional<std::int64_t> whole;
    bool beyond_range{};  ///< whether it is finite and too large, or too small, for its type
};

/// `value` as an integer; nothing if it has a fraction, or is beyond 2^53.
[[nodiscard]] std::optional<std::int64_t> exact_integer(double value);

/// The number that all of `text` is; nothing if it is none.
[[nodiscard]] std::optional<CoreNumber> core_number(std::string_view text);

/// The value of true, True, TRUE, false, False, FALSE; nothing for any other text.
[[nodiscard]] std::optional<bool> core_boolean(std::string_view text);

/// Whether a scalar with `text` may have `tag`, one of the core schema's tags of scalars written
/// out ("tag:yaml.org,2002:int"); a text may be any, and an integer is a floating-point number too.
[[nodiscard]] bool has_core_tag(std::string_view tag, std::string_view text);

inline constexpr std::string_view core_tags = "tag:yaml.org,2002:";

/// The text as a double-quoted scalar, which is safe for every text; bytes that are not UTF-8 are
/// written as by utf8_text(), for YAML has characters only.
[[nodiscard]] std::string yaml_scalar(std::string_view text);

/// The number so that it reads back exactly, also by readers of YAML 1.1, to which 1e-05 is a text.
[[nodiscard]] std::string yaml_number(double value);

}  // namespace tobiuo::casefile
