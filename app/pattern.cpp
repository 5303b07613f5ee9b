// SPDX-License-Identifier: BSD-3-Clause
// Regular expressions by the C library.
#include "app/pattern.hpp"

#include <regex.h>

#include <stdexcept>

namespace tobiuo {

bool matches(const std::string& text, const std::string& expression)
{
    const std::string whole = "^(" + expression + ")$";
    regex_t compiled{};
    if (regcomp(&compiled, whole.c_str(), REG_EXTENDED | REG_NOSUB) != 0) {
        throw std::invalid_argument{"'" + expression + "' is no regular expression"};
    }
    const bool matched = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
    regfree(&compiled);
    return matched;
}

}  // namespace tobiuo
