// SPDX-License-Identifier: BSD-3-Clause
// Makes a page of what may be anything, and holds its maker to its promises.
#pragma once

#include <functional>
#include <string>

namespace tobiuo::fuzz {

/// Returns 0. The page must have a title and JSON, and be no larger than pages are; a refusal must be
/// InputError with a sentence. Any other exception passes.
int make_any_page(const std::function<std::string()>& make);

}  // namespace tobiuo::fuzz
