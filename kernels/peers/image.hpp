// SPDX-License-Identifier: BSD-3-Clause
// Mirror images by which a library without sine and cosine transforms solves between walls.
#pragma once

namespace tobiuo::peers {

/// The source of a value of the periodic box of all images, along one axis.
struct Image {
    int source = 0;  ///< index of the unknown
    int sign = 0;    ///< -1, 0 or 1
};

}  // namespace tobiuo::peers
