// SPDX-License-Identifier: BSD-3-Clause
#include "tests/corpus/machine_code.hpp"

#include <elf.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "runtime/device/digest.hpp"

namespace tobiuo::corpus {
namespace {

/// `size` bytes of the image. Throws if the image is too short.
std::string_view bytes_at(const std::string& image, std::size_t offset, std::size_t size)
{
    if (offset > image.size() || size > image.size() - offset) {
        throw std::runtime_error{"a compiled kernel is cut short: compile it again"};
    }
    return std::string_view{image}.substr(offset, size);
}

template <typename Header>
Header header_at(const std::string& image, std::size_t offset)
{
    Header header{};
    std::memcpy(&header, bytes_at(image, offset, sizeof header).data(), sizeof header);
    return header;
}

/// Sections are called ".text.<kernel>", ".nv.constant<bank>.<kernel>", ".nv.shared.<kernel>".
bool is_executed_or_read(std::string_view name)
{
    return name.starts_with(".text.") || name.starts_with(".nv.constant") ||
           name.starts_with(".nv.shared.") || name.starts_with(".nv.global");
}

/// The kind of a section, without the kernel's name.
std::string_view kind_of(std::string_view name)
{
    return name.substr(0, name.find('.', name.starts_with(".nv.") ? 4 : 1));
}

/// The bytes that a section adds to the digest: kind, sizes, the registers that the header of a
/// section of instructions holds in the highest byte of `sh_info`, and its content, if it has any
/// in the file.
std::string summary_of(const std::string& image, const Elf64_Shdr& section, std::string_view name)
{
    constexpr unsigned registers_shift = 24;
    std::string text{kind_of(name)};
    text += " " + std::to_string(section.sh_size) + " ";
    text += name.starts_with(".text.") ? std::to_string(section.sh_info >> registers_shift) : "-";
    if (section.sh_type != SHT_NOBITS) {
        std::string bytes{bytes_at(image, section.sh_offset, section.sh_size)};
        if (name.starts_with(".nv.global")) {
            std::ranges::sort(bytes);  // variables lie in the order in which headers are included
        }
        text += " " + device::sha256(bytes);
    }
    return text;
}

}  // namespace

std::string machine_code_digest(const std::string& image)
{
    const auto file = header_at<Elf64_Ehdr>(image, 0);
    if (std::memcmp(file.e_ident, ELFMAG, SELFMAG) != 0 || file.e_ident[EI_CLASS] != ELFCLASS64) {
        throw std::runtime_error{
            "a compiled kernel is no 64-bit ELF file: compile it for an sm_ "
            "architecture"};
    }
    const auto section = [&](std::size_t index) {
        return header_at<Elf64_Shdr>(image, file.e_shoff + index * file.e_shentsize);
    };
    const Elf64_Shdr names = section(file.e_shstrndx);
    std::vector<std::string> summaries;
    for (std::size_t index = 0; index < file.e_shnum; ++index) {
        const Elf64_Shdr header = section(index);
        const std::string_view all = bytes_at(image, names.sh_offset, names.sh_size);
        const std::string_view rest = all.substr(std::min<std::size_t>(header.sh_name, all.size()));
        const std::string_view name = rest.substr(0, rest.find('\0'));
        if (is_executed_or_read(name)) {
            summaries.push_back(summary_of(image, header, name));
        }
    }
    std::ranges::sort(summaries);
    std::string text;
    for (const std::string& summary : summaries) {
        text += summary + "\n";
    }
    constexpr std::size_t digits = 16;
    return device::sha256(text).substr(0, digits);
}

}  // namespace tobiuo::corpus
