// SPDX-License-Identifier: BSD-3-Clause
// Collects the problems of a case, so that all of them are reported at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/errors.hpp"

namespace tobiuo::casefile {

/// The problems found while a case is read; they are thrown once, at the end.
class Problems {
public:
    void add(Position at, std::string sentence);
    [[nodiscard]] std::size_t count() const { return problems_.size(); }
    [[nodiscard]] const std::vector<Problem>& all() const { return problems_; }
    /// Whether a problem of the key `path`, or of a key in it, has been found.
    [[nodiscard]] bool has_of(std::string_view path) const;

    /// Throws InputError with every problem, those of the file first and sorted by line.
    void throw_if_any();

private:
    std::vector<Problem> problems_;
};

}  // namespace tobiuo::casefile
