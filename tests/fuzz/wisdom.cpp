// SPDX-License-Identifier: BSD-3-Clause
// The target wisdom.
#include "runtime/tuning/wisdom.hpp"

#include <string>

#include "runtime/tuning/wisdom_json.hpp"
#include "tests/fuzz/targets.hpp"

namespace tobiuo::fuzz {

int wisdom(Bytes bytes)
{
    const tuning::ParsedWisdom parsed = tuning::parse_wisdom(text_of(bytes));
    const std::string written = tuning::wisdom_text(parsed.wisdom);
    const tuning::ParsedWisdom again = tuning::parse_wisdom(written);
    require(again.refusal.empty() && again.damaged.empty(), "written wisdom is sound");
    require(tuning::wisdom_text(again.wisdom) == written, "written wisdom reads back the same");
    return 0;
}

}  // namespace tobiuo::fuzz
