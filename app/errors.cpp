// SPDX-License-Identifier: BSD-3-Clause
#include "app/errors.hpp"

#include <utility>

#include "app/printable.hpp"

namespace tobiuo {
namespace {

std::string lines_of(const std::vector<Problem>& problems)
{
    std::string text;
    for (const Problem& problem : problems) {
        text += (text.empty() ? "" : "\n") + problem.at.text() + ": " + problem.sentence;
    }
    return text;
}

}  // namespace

std::string Position::text() const
{
    if (line == 0) {
        return printable(source);
    }
    return printable(source) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

InputError::InputError(const std::vector<Problem>& problems)
    : std::runtime_error{lines_of(problems)}, problems_{problems}
{
}

InputError InputError::after(const std::string& words) const
{
    std::vector<Problem> problems = problems_;
    for (Problem& problem : problems) {
        problem.sentence.insert(0, words);
    }
    return InputError{problems};
}

InputError::InputError(Position at, std::string sentence)
    : InputError{std::vector<Problem>{{std::move(at), std::move(sentence)}}}
{
}

}  // namespace tobiuo
