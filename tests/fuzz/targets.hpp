// SPDX-License-Identifier: BSD-3-Clause
// The readers of what strangers write, each as a function of any bytes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tobiuo::fuzz {

/// The input of one trial.
using Bytes = std::span<const std::byte>;

/// A target takes any bytes. It returns 0 if they are read or refused as the reader promises; it
/// ends the process by abort() if a promise is broken, and lets any other exception pass.
using OneInput = int(Bytes);

OneInput bench;       ///< the JSON of a benchmark: its page, or InputError
OneInput case_file;   ///< the text of a case: a case that reads back the same, or InputError
OneInput ceilings;    ///< the file of ceilings: those that are plausible
OneInput checkpoint;  ///< a checkpoint: what it holds, or InputError that names the file
OneInput expression;  ///< a formula in x, y, z: an expression, or ExpressionError at a place in it
OneInput heights;     ///< a table of heights: those of a full grid, InputError or Unreadable
OneInput history;     ///< a CSV file of a run: its columns, or Unreadable
OneInput manifest;    ///< a manifest, and a page listed in it: what it names, or InputError
OneInput npy;         ///< a .npy file: as many values as its shape says, or Unreadable
OneInput overrides;   ///< a line for each --set, put on a sound case: as of case_file
OneInput picture;     ///< a PNG file: a small one, or none
OneInput reference;   ///< the CSV file of statistics.reference: its profiles, or InputError
OneInput report;      ///< report.json: the page of a run, or InputError
OneInput stl;         ///< an STL file: a surface and its faults, or Unreadable
OneInput study;       ///< study.json: the page of the study, or InputError
OneInput vti_file;    ///< a .vti or an index: header and arrays, or std::runtime_error
OneInput wisdom;      ///< a wisdom file: what it says reads back the same

struct Target {
    std::string_view name;  ///< of the function, and of its folder in tests/fuzz/corpus
    OneInput* one_input;
};

inline constexpr std::array<Target, 17> targets{{{"bench", bench},
                                                 {"case_file", case_file},
                                                 {"ceilings", ceilings},
                                                 {"checkpoint", checkpoint},
                                                 {"expression", expression},
                                                 {"heights", heights},
                                                 {"history", history},
                                                 {"manifest", manifest},
                                                 {"npy", npy},
                                                 {"overrides", overrides},
                                                 {"picture", picture},
                                                 {"reference", reference},
                                                 {"report", report},
                                                 {"stl", stl},
                                                 {"study", study},
                                                 {"vti_file", vti_file},
                                                 {"wisdom", wisdom}}};

/// The bytes as a text.
[[nodiscard]] inline std::string_view text_of(Bytes bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Ends the process with `promise` on stderr unless it is `kept`.
void require(bool kept, std::string_view promise);

}  // namespace tobiuo::fuzz
