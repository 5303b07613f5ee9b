// What the walls of a solve on several ranks need of a back end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/walls/wall_box.hpp"
#include "solvers/poisson/walls/wall_box.hpp"

namespace tobiuo::poisson {

/// The corrections of the planes of one rank, and the arithmetic beside them. A function that
/// enqueues on a GPU works at once on the CPU.
template <typename T>
class WallMachine {
public:
    WallMachine() = default;
    WallMachine(const WallMachine&) = delete;
    WallMachine& operator=(const WallMachine&) = delete;
    virtual ~WallMachine() = default;

    /// The walls that are not zero, or that change f although they are zero.
    [[nodiscard]] virtual walls::Box changing(const walls::GivenFaces<T>& given) const = 0;

    /// Enqueues the correction of f; `box` is changing(given), `beside` as in walls::Arguments.
    virtual void correct(const walls::Box& box, const walls::GivenFaces<T>& given,
                         const std::array<const T*, 2>& beside, T* f, Stream stream) const = 0;

    /// Enqueues u += share.
    virtual void add(const T* share, T* u, std::int64_t count, Stream stream) const = 0;

    [[nodiscard]] virtual std::size_t bytes() const = 0;
};

/// `walls` has the box of the rank's planes: walls::with_planes(). `threads`: on the CPU.
template <typename T>
[[nodiscard]] std::unique_ptr<const WallMachine<T>> make_host_walls(WallBox walls, int threads);
/// On the current device. Throws DeviceError.
template <typename T>
[[nodiscard]] std::unique_ptr<const WallMachine<T>> make_device_walls(const WallBox& walls);

extern template std::unique_ptr<const WallMachine<float>> make_host_walls(WallBox, int);
extern template std::unique_ptr<const WallMachine<double>> make_host_walls(WallBox, int);
extern template std::unique_ptr<const WallMachine<float>> make_device_walls(const WallBox&);
extern template std::unique_ptr<const WallMachine<double>> make_device_walls(const WallBox&);

}  // namespace tobiuo::poisson
