// SPDX-License-Identifier: BSD-3-Clause
#include "app/output/option_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "app/errors.hpp"
#include "app/input/input_file.hpp"
#include "app/output/atomic_file.hpp"
#include "app/output/manifest.hpp"

namespace tobiuo {
namespace {

std::string_view words_of(FileKind kind)
{
    return kind == FileKind::page    ? "page of tobiuo"
           : kind == FileKind::bench ? "JSON of a benchmark"
                                     : "JSON of tobiuo tune";
}

/// The value of "schema" where it is the first member; otherwise empty.
std::string_view schema_in(std::string_view head)
{
    constexpr std::string_view blank = " \t\r\n";
    const auto skip = [&](std::string_view expected) {
        head.remove_prefix(std::min(head.find_first_not_of(blank), head.size()));
        const bool found = head.starts_with(expected);
        head.remove_prefix(found ? expected.size() : head.size());
    };
    for (const std::string_view part : {"{", "\"schema\"", ":", "\""}) {
        skip(part);
    }
    return head.substr(0, head.find('"'));
}

bool is_of_kind(std::string_view head, FileKind kind)
{
    if (kind == FileKind::page) {
        return head.starts_with("<!DOCTYPE html>") &&
               head.find("<title>tobiuo: ") != std::string_view::npos;
    }
    const std::string_view schema = schema_in(head);
    return kind == FileKind::bench
               ? schema.starts_with("tobiuo-bench-") || schema.starts_with("tobiuo-orders-")
               : schema.starts_with("tobiuo-tune-");
}

/// The first bytes of a file; nothing if it cannot be read, which those who write it will say.
std::optional<std::string> head_of(const std::filesystem::path& file)
{
    constexpr std::size_t most = 4096;
    try {
        std::string head(most, '\0');
        head.resize(InputFile::named(file).read(head, 0));
        return head;
    } catch (const Unreadable&) {
        return std::nullopt;
    }
}

bool is_result(const std::filesystem::path& file)
{
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    try {
        const auto manifest = read_manifest(folder / manifest_name, folder);
        return manifest && std::ranges::find(manifest->files, file.filename().string()) !=
                               manifest->files.end();
    } catch (const InputError&) {
        return false;  // a manifest of something else
    }
}

InputError refusal(const std::filesystem::path& file, std::string_view reason,
                   std::string_view option)
{
    return InputError{{.source = file.string(), .line = 0, .column = 0},
                      "would be replaced (" + std::string{reason} + "): name another file with " +
                          std::string{option} + ", or remove this one"};
}

}  // namespace

void refuse_other_kind(const std::filesystem::path& file, FileKind kind, std::string_view option)
{
    const std::optional<std::string> head = kind == FileKind::any ? std::nullopt : head_of(file);
    if (head && !head->empty() && !is_of_kind(*head, kind)) {
        throw refusal(file, "it is no " + std::string{words_of(kind)}, option);
    }
}

void refuse_foreign(const std::filesystem::path& file, FileKind kind, std::string_view option)
{
    refuse_other_kind(file, kind, option);
    if (kind != FileKind::any && is_result(file)) {
        throw refusal(file, "it is a result of the run in its folder", option);
    }
}

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
