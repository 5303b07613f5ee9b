// SPDX-License-Identifier: BSD-3-Clause
// Catches what VTK would print, by an observer of its output window, which stays silent.
#include "app/output/field/vtk_messages.hpp"

#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkNew.h>

#include <algorithm>

namespace tobiuo {
namespace {

void collect(vtkObject*, unsigned long, void* texts, void* text)
{
    static_cast<std::vector<std::string>*>(texts)->emplace_back(static_cast<const char*>(text));
}

}  // namespace

VtkMessages::VtkMessages()
    : window_{vtkOutputWindow::GetInstance()},
      display_mode_{window_->GetDisplayMode()},
      log_verbosity_{vtkLogger::GetCurrentVerbosityCutoff()}
{
    const vtkNew<vtkCallbackCommand> command;
    command->SetCallback(collect);
    command->SetClientData(&texts_);
    observer_ = window_->AddObserver(vtkCommand::ErrorEvent, command);
    window_->SetDisplayModeToNever();
    vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF);
}

VtkMessages::~VtkMessages()
{
    window_->RemoveObserver(observer_);
    window_->SetDisplayMode(display_mode_);
    vtkLogger::SetStderrVerbosity(log_verbosity_);
}

std::string VtkMessages::first() const
{
    if (texts_.empty()) {
        return "no reason given by VTK";
    }
    // The text is "ERROR: In file.cxx, line 9
    // vtkXMLDataParser (0x55...): What is wrong.
    //
    // ".
    std::string text = texts_.front();
    if (const auto object = text.find("): "); object != std::string::npos) {
        text.erase(0, object + 3);
    }
    std::ranges::replace(text, '\n', ' ');
    text.erase(text.find_last_not_of(". ") + 1);
    return text;
}

}  // namespace tobiuo
