// SPDX-License-Identifier: BSD-3-Clause
// The studies of a program that is built without them.
#include "app/cli/studies.hpp"

namespace tobiuo {

Studies studies()
{
    return without_studies();
}

}  // namespace tobiuo
