// SPDX-License-Identifier: BSD-3-Clause
// The command line as data, from which manual pages and completions of shells are written.
#pragma once

#include <string>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): the library is called so
namespace CLI {
class App;
}

namespace tobiuo::pages {

/// What a shell offers for a value.
enum class Values { none, words, cases, files, folders };

/// An option, or an argument that is known by its place.
struct Option {
    std::vector<std::string> names;    ///< "-q", "--quiet"; of an argument "CASE" alone
    std::string value;                 ///< "FILE"; empty for a flag
    std::vector<std::string> choices;  ///< the words that the value may be
    std::string help;
    std::string fallback;  ///< the value without the option, if it is known
    Values values = Values::none;
    bool is_argument = false;
    bool is_required = false;
    bool may_repeat = false;
};

struct Command {
    std::string path;  ///< "bench fft"; empty for the program
    std::string summary;
    std::string footer;  ///< examples, and what the exit codes are
    std::vector<Option> options = {};
    std::vector<Option> arguments = {};
    std::vector<Command> commands = {};

    /// The last word of its path.
    [[nodiscard]] std::string name() const { return path.substr(path.rfind(' ') + 1); }
};

[[nodiscard]] Command described(const CLI::App& app);

/// The command itself and all below it, each before its own.
[[nodiscard]] std::vector<const Command*> all_of(const Command& command);

}  // namespace tobiuo::pages
