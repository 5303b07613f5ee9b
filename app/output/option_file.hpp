// A result file that an option names: tried before the work, written after it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tobiuo {

class OptionFile {
public:
    /// Makes sure that a file can be written there: minutes of measurements that cannot be kept are
    /// worse than an early refusal. `option` is "--json". Throws OutputError naming it.
    OptionFile(std::filesystem::path path, std::string option);

    /// Whole or not at all. Throws OutputError naming the option.
    void write(std::string_view text) const;

private:
    void naming_the_option(const std::function<void()>& action) const;

    std::filesystem::path path_;
    std::string option_;
};

}  // namespace tobiuo
