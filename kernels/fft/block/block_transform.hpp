// SPDX-License-Identifier: BSD-3-Clause
// A Fourier transform by a block of threads, as phases between barriers: one code for the device,
// where the threads of a block run a phase together, and for the host, which loops over them.
#pragma once

#include "kernels/fft/block/kernel_config.hpp"
#include "kernels/fft/butterfly/butterflies.hpp"
#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/unrolled.hpp"

namespace tobiuo::fft {

/// What one thread does, with `form.elements_per_thread()` points in registers, butterfly by
/// butterfly.
///
/// The phases of a transform are, for each stage in turn: read (not in the first), transform,
/// twiddle_and_write (not in the last), with a barrier between a write and the read after it, and
/// between a read and the next write. `fetch` reads a twiddle factor; the table holds
/// exp(-2 pi i m / (length x stride)), m = 0 ... length x stride - 1.
template <KernelConfig form, typename T>
struct BlockTransform {
    static constexpr KernelConfig block = form;

    /// Number of this thread's line in the block, in stage `stage`.
    template <int stage>
    static constexpr unsigned line(unsigned thread)
    {
        return form.contiguous(stage) ? thread / form.threads_per_transform
                                      : thread % form.transforms_per_block;
    }
    template <int stage>
    static constexpr unsigned thread_in_transform(unsigned thread)
    {
        return form.contiguous(stage) ? thread % form.threads_per_transform
                                      : thread / form.transforms_per_block;
    }

    /// Calls body(register, base, ahead) for each point base + ahead that enters a butterfly of the
    /// stage; register and ahead are Constants. For the last stage the same points come out of it.
    template <int stage, typename Body>
    static constexpr void each_point(unsigned thread, const Body& body)
    {
        each_butterfly<stage>(thread, [&](auto first, unsigned butterfly) {
            constexpr int apart = form.butterflies(stage);
            unrolled<form.radices[stage]>([&](auto r) {
                body(Sum<decltype(first), decltype(r)>{}, butterfly,
                     Constant<decltype(r)::value * apart>{});
            });
        });
    }

    template <int stage>
    static constexpr void read(unsigned thread, const Complex<T>* shared, Complex<T>* point)
    {
        const unsigned mine = line<stage>(thread);
        each_point<stage>(thread, [&](auto place, unsigned base, auto ahead) {
            point[place] = point_ahead<form, decltype(ahead)::value>(shared, mine, base);
        });
    }

    /// The opposite of read(): writes all points of a stage to their places in shared memory.
    template <int stage>
    static constexpr void share(unsigned thread, const Complex<T>* point, Complex<T>* shared)
    {
        const unsigned mine = line<stage>(thread);
        each_point<stage>(thread, [&](auto place, unsigned base, auto ahead) {
            point_ahead<form, decltype(ahead)::value>(shared, mine, base) = point[place];
        });
    }

    /// Point total - k of a line in shared memory, where k = base + ahead is a point of a stage;
    /// point 0 for k = 0.
    template <int stage, int ahead, int total = form.length>
    static constexpr Complex<T> mirrored(const Complex<T>* shared, unsigned line, unsigned base)
    {
        return ahead == 0 && base == 0
                   ? shared[place_of<form>(line, 0)]
                   : point_behind<form, total, ahead, form.butterflies(stage)>(shared, line, base);
    }

    template <int stage>
    static constexpr void transform(unsigned thread, Complex<T>* point)
    {
        each_butterfly<stage>(thread, [&](auto first, unsigned) {
            Butterfly<form.radices[stage]>::apply(point + first);
        });
    }

    /// Multiplies the points by the twiddle factors of the next stage and writes them where that
    /// stage reads. Each product goes directly to shared memory and takes no register of its own.
    template <int stage, int stride, typename Fetch>
    static constexpr void twiddle_and_write(unsigned thread, const Complex<T>* twiddles,
                                            const Fetch& fetch, const Complex<T>* point,
                                            Complex<T>* shared)
    {
        constexpr int radix = form.radices[stage];
        constexpr int before = form.product_before(stage);
        constexpr int done = before * radix;
        constexpr int next = form.radices[stage + 1];
        constexpr int step = form.length / (done * next) * stride;
        const unsigned mine = line<stage>(thread);
        each_butterfly<stage>(thread, [&](auto first, unsigned butterfly) {
            const unsigned whole = butterfly / before * done;
            const unsigned part = butterfly % before;
            // The points enter butterflies number whole + part + r before of the next stage, modulo
            // length / next, as input number `input`.
            const unsigned input = whole / (form.length / next) * step;
            const auto put = [&](auto r, Complex<T> value) {
                constexpr int ahead = decltype(r)::value * before;
                // In the first stage `whole` is a multiple of its radix.
                constexpr int unit = before == 1 ? radix : 1;
                point_ahead<form, ahead, unit>(shared, mine, whole + part) = value;
            };
            if constexpr (form.twiddle_recurrence && radix > 2) {
                const Powers w = powers_of(fetch(twiddles + before * input));
                const auto twiddled = [&](auto r, Complex<T> power) {
                    put(r, point[first + r] * power);
                };
                if constexpr (before > 1) {
                    each_power<radix>(fetch(twiddles + part * input), w, twiddled);
                } else {
                    put(Constant<0>{}, point[first]);
                    twiddled(Constant<1>{}, w.first);
                    each_tail<radix>(w, twiddled);
                }
            } else {
                unrolled<radix>([&](auto r) {
                    const Complex<T> value = point[first + r];
                    if constexpr (before == 1 && decltype(r)::value == 0) {
                        put(r, value);
                    } else {
                        put(r, value * fetch(twiddles + (part + r * before) * input));
                    }
                });
            }
        });
    }

private:
    template <int stage, typename Body>
    static constexpr void each_butterfly(unsigned thread, const Body& body)
    {
        const unsigned mine = thread_in_transform<stage>(thread);
        unrolled<form.rounds(stage)>([&](auto round) {
            constexpr bool full = form.full(stage);
            constexpr int count = form.butterflies(stage);
            const unsigned butterfly = form.butterfly(stage, mine, round);
            if (full || butterfly < count) {
                body(Constant<decltype(round)::value * form.radices[stage]>{}, butterfly);
            }
        });
    }

    /// The powers w, w^2, w^3 and w^4.
    struct Powers {
        Complex<T> first;
        Complex<T> second;
        Complex<T> third;
        Complex<T> fourth;
    };

    static constexpr Powers powers_of(Complex<T> w)
    {
        const Complex<T> second = w * w;
        return {w, second, second * w, second * second};
    }

    /// Calls body(r, w^r) for r = 2 ... radix - 1.
    template <int radix, typename Body>
    static constexpr void each_tail(const Powers& w, const Body& body)
    {
        if constexpr (radix > 2) {
            body(Constant<2>{}, w.second);
        }
        if constexpr (radix > 3) {
            body(Constant<3>{}, w.third);
        }
        if constexpr (radix > 4) {
            each_power<radix, 4>(w.fourth, w, body);
        }
    }

    /// Calls body(r, base w^(r - first)) for r = first ... radix - 1, in steps of four: few factors
    /// are alive at a time, and their errors grow with the number of steps only.
    template <int radix, int first = 0, typename Body>
    static constexpr void each_power(Complex<T> base, const Powers& w, const Body& body)
    {
        if constexpr (first < radix) {
            body(Constant<first>{}, base);
        }
        if constexpr (first + 1 < radix) {
            body(Constant<first + 1>{}, base * w.first);
        }
        if constexpr (first + 2 < radix) {
            body(Constant<first + 2>{}, base * w.second);
        }
        if constexpr (first + 3 < radix) {
            body(Constant<first + 3>{}, base * w.third);
        }
        if constexpr (first + 4 < radix) {
            each_power<radix, first + 4>(base * w.fourth, w, body);
        }
    }
};

/// Transforms the lines of a block. Their points are in the registers of stage 0, and their
/// transforms in those of the last stage. `block` stands for the threads: block.phase(body) runs
/// body(thread, point) for each of them, and block.barrier() waits for all. `used` says that a
/// thread may still be reading shared memory.
template <KernelConfig form, int stride, bool used, int stage = 0, typename T, typename Block>
constexpr void transform_block(const Block& block, const Complex<T>* twiddles, Complex<T>* shared)
{
    using Transform = BlockTransform<form, T>;
    block.phase([&](unsigned thread, Complex<T>* point) {
        Transform::template transform<stage>(thread, point);
    });
    if constexpr (stage + 1 < form.stages) {
        if constexpr (used || stage > 0) {
            block.barrier();
        }
        block.phase([&](unsigned thread, Complex<T>* point) {
            const auto fetch = [&](const Complex<T>* from) { return block.fetch(from); };
            Transform::template twiddle_and_write<stage, stride>(thread, twiddles, fetch, point,
                                                                 shared);
        });
        block.barrier();
        block.phase([&](unsigned thread, Complex<T>* point) {
            Transform::template read<stage + 1>(thread, shared, point);
        });
        transform_block<form, stride, used, stage + 1>(block, twiddles, shared);
    }
}

}  // namespace tobiuo::fft
