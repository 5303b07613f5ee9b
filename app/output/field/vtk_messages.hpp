// VTK's error messages, caught for a scope instead of printed on stderr.
#pragma once

#include <vtkLogger.h>
#include <vtkOutputWindow.h>
#include <vtkSmartPointer.h>

#include <string>
#include <vector>

namespace tobiuo {

/// While one of these lives, VTK prints nothing and its errors are collected, also those of the
/// objects inside VTK's readers. VTK has one output window for all threads: use it on one.
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
