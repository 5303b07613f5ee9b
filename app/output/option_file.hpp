// A result file that an option names: it is tried before the work and written after it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "app/output/own_file.hpp"

namespace tobiuo {

class OptionFile {
public:
    /// Makes sure that the file can be written: an early refusal is better than minutes of
    /// measurements that cannot be kept. `option` is for instance "--json". Throws OutputError that
    /// names it, or InputError if a file is there that the kind may not replace.
    OptionFile(std::filesystem::path path, std::string option, FileKind kind = FileKind::any);

    /// Writes the file completely or not at all. Throws OutputError that names the option.
    void write(std::string_view text) const;

private:
    void naming_the_option(const std::function<void()>& action) const;

    std::filesystem::path path_;
    std::string option_;
};

}  // namespace tobiuo
