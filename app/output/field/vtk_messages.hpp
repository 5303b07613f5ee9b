// SPDX-License-Identifier: BSD-3-Clause
// VTK's error messages, which are collected in a scope instead of printed on stderr.
#pragma once

#include <vtkLogger.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>

#include <string>
#include <vector>

namespace tobiuo {

/// While an object of this class lives, VTK prints nothing and its errors are collected, including
/// those of objects inside VTK's readers. VTK has one output window for all threads, so only one
/// thread may use it.
class VtkMessages {
public:
    VtkMessages();
    VtkMessages(const VtkMessages&) = delete;
    VtkMessages& operator=(const VtkMessages&) = delete;
    ~VtkMessages();

    [[nodiscard]] bool any() const { return !texts_.empty(); }
    /// The first message in one line, without VTK's source file and object address.
    [[nodiscard]] std::string first() const;

private:
    vtkSmartPointer<vtkOutputWindow> window_;
    int display_mode_;
    vtkLogger::Verbosity log_verbosity_;
    unsigned long observer_{};
    std::vector<std::string> texts_;
};

}  // namespace tobiuo
