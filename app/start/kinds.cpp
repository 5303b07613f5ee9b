// SPDX-License-Identifier: BSD-3-Clause
#include "app/start/kinds.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace tobiuo::start {
namespace {

/// The comment with which the text begins, in one line.
std::string first_comment(std::string_view text)
{
    std::string comment;
    while (text.starts_with("# ")) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        comment += comment.empty() ? "" : " ";
        comment += text.substr(2, end - 2);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return comment;
}

/// Where the first sentence or clause ends; the stop of an initial, "V. W. Ekman", is none.
std::size_t end_of_clause(std::string_view text)
{
    for (std::size_t at = text.find_first_of(".:;"); at != std::string_view::npos;
         at = text.find_first_of(".:;", at + 1)) {
        const bool is_initial = text[at] == '.' && at >= 2 && text[at - 2] == ' ' &&
                                std::isupper(static_cast<unsigned char>(text[at - 1])) != 0;
        const bool is_in_a_word = at + 1 < text.size() && text[at + 1] != ' ';
        if (!is_initial && !is_in_a_word) {
            return at;
        }
    }
    return text.size();
}

}  // namespace

std::string_view kind_of(const EmbeddedCase& embedded)
{
    const std::string_view file = embedded.path.substr(embedded.path.rfind('/') + 1);
    return file.substr(0, file.rfind('.'));
}

bool is_made_for_it(const EmbeddedCase& embedded)
{
    return embedded.path.starts_with("app/");
}

std::string summary_of(const EmbeddedCase& embedded)
{
    constexpr std::size_t longest = 80;
    const std::string comment = first_comment(embedded.text);
    std::string summary = comment.substr(0, end_of_clause(comment));
    if (summary.size() > longest) {
        const std::size_t comma = summary.rfind(", ", longest);
        summary = comma != std::string::npos
                      ? summary.substr(0, comma)
                      : summary.substr(0, summary.rfind(' ', longest - 4)) + " ...";
    }
    return summary;
}

std::string named_text(const EmbeddedCase& embedded, std::string_view name)
{
    constexpr std::string_view key = "\nname: ";
    const std::size_t at = embedded.text.find(key);
    if (at == std::string_view::npos) {
        throw std::logic_error{"an embedded case has no name"};
    }
    std::string text{embedded.text};
    const std::size_t value = at + key.size();
    return text.replace(value, kind_of(embedded).size(), name);
}

}  // namespace tobiuo::start
