#include "app/output/option_file.hpp"

#include <utility>

#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"

namespace tobiuo {

OptionFile::OptionFile(std::filesystem::path path, std::string option, FileKind kind)
    : path_{std::move(path)}, option_{std::move(option)}
{
    refuse_foreign(path_, kind, option_);
    naming_the_option([&] { prove_writable(path_); });
    remove_dead_temporaries(path_.has_parent_path() ? path_.parent_path() : ".");
}

void OptionFile::write(std::string_view text) const
{
    naming_the_option([&] { write_text(path_, text); });
}

/// Runs `action` and lets its errors name the option, because the cures of could_not_write() name
/// --output, the option of a run.
void OptionFile::naming_the_option(const std::function<void()>& action) const
{
    constexpr std::string_view option_of_a_run = "--output";
    try {
        action();
    } catch (const OutputError& error) {
        std::string text = error.what();
        if (text.ends_with(option_of_a_run)) {
            text.replace(text.size() - option_of_a_run.size(), option_of_a_run.size(), option_);
        }
        throw OutputError{text};
    }
}

}  // namespace tobiuo
