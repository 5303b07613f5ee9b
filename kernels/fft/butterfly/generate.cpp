// SPDX-License-Identifier: BSD-3-Clause
// The program that writes kernels/fft/butterfly/butterflies.hpp into the build tree.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "kernels/fft/butterfly/print.hpp"

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path)
{
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Writes the file under another name first, so that nobody reads half a file; writes nothing if
/// the file has this text already, so that nothing is compiled again.
void write_if_changed(const fs::path& path, const std::string& text)
{
    if (content_of(path) == text) {
        return;
    }
    fs::create_directories(path.parent_path());
    const fs::path unfinished = path.string() + ".new";
    std::ofstream file{unfinished, std::ios::binary};
    file << text;
    file.close();
    if (!file) {
        throw std::runtime_error{"could not write " + unfinished.string() +
                                 " (is the disk full?); free some space and build again"};
    }
    fs::rename(unfinished, path);
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 2) {
            throw std::runtime_error{"usage: tobiuo_generate_butterflies FILE"};
        }
        write_if_changed(argv[1], tobiuo::fft::codegen::header_text());
        return 0;
    } catch (const std::exception& error) {
        static_cast<void>(std::fprintf(stderr, "%s\n", error.what()));
        return 1;
    }
}
