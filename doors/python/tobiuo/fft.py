# SPDX-License-Identifier: BSD-3-Clause
# Fourier transforms with the names and meanings of scipy.fft, on CPUs and GPUs.
"""Discrete Fourier transforms of arrays in host memory, by tobiuo or FFTW, and on NVIDIA GPUs.

The functions have the names and meanings of scipy.fft. They take arrays of numpy, CuPy, PyTorch and
JAX, and what has ``__cuda_array_interface__`` or ``__dlpack__``, where they lie and without a copy,
on the caller's current stream; the result is a new array of the same module (CuPy's for objects of
others on a GPU).

Types      float32, float64, complex64, complex128; cosine and sine transforms take the first two.
           The result has the precision of ``x``. float16 becomes single, integers become double, as
           scipy.fft has it; long double and other types raise TypeError. Masks of masked arrays
           are not looked at, as by scipy.fft.
Axes       any. Where they are not the last ones, or ``x`` is not contiguous, a contiguous copy is
           transformed, and the result is a view of it with the axes in their place. Up to three
           axes are one transform of the library.
s, n       lengths to which axes are cropped or filled with zeros first; -1 in ``s`` is that of x.
x          is kept unless ``overwrite_x`` lets it be overwritten; arrays of JAX, read-only ones and
           those that have an element twice (``broadcast_to``, sliding windows) are always kept. It
           may begin at any address of its type: what the library cannot read there is copied. An
           axis that is not transformed may be empty, and so is the result.
norm       None or "backward": 1/n with the inverse; "ortho": 1/sqrt(n) with both; "forward": 1/n
           with the forward transform, n being the number of points of the transformed axes.
workers    threads on the CPU; None stands for as many as the size is worth, -1 for one on each
           processor, -2 for one less; 0 is refused, as by scipy.fft. ``set_workers`` changes what
           None stands for.
plan       a ``Plan`` out of place that is used instead of a kept one: of the kind, direction, lengths,
           precision, batch and device of the call, whose axes are the last ones of ``x``.
scipy      ``with scipy.fft.set_backend(tobiuo.fft)`` makes scipy.fft call these functions.
Order      on a GPU a call enqueues and returns, except for arrays of JAX, which it waits for.
Forks      in the child of a fork calls work on the CPU; on a GPU that the parent has used they
           raise DeviceError.
Plans      are kept by shape, type, device and stream: the 64 that were used last, see
           ``cache_size`` and ``clear_cache``. Any threads may call at the same time. In a CUDA
           graph use a ``Plan`` of your own, which must live as long as the graph.
Gradients  tensors of PyTorch that require gradients, and arrays that JAX traces, are transformed
           by functions that have them, see docs/python.md.
Accuracy   relative error in the 2-norm at most 8 eps sqrt(log2 n), of each row beside its own
           norm: rows of one call leave nothing in each other, neither rounding errors nor NaN.

All raise TypeError for a wrong type, ValueError for wrong axes, lengths or norms, and
tobiuo.Error: LibraryNotFound, DeviceError where a GPU refuses.
"""
from __future__ import annotations

from typing import Any, ContextManager, Optional, Sequence

import numpy as np

from tobiuo import _arrays, _r2r, _sampling, _transform
from tobiuo._given import whole
from tobiuo._plan import Plan
from tobiuo._pointwise import PointwisePlan
from tobiuo._r2r import R2rPlan
from tobiuo._recorded import recorder_of

__all__ = [
    "fft", "ifft", "rfft", "irfft", "fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn",
    "irfftn", "hfft", "ihfft", "hfft2", "ihfft2", "hfftn", "ihfftn", "fftfreq", "rfftfreq",
    "fftshift", "ifftshift", "next_fast_len", "prev_fast_len", "set_workers", "get_workers", "dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn", "Plan",
    "PointwisePlan", "R2rPlan", "clear_cache", "cache_size",
]  # fmt: skip

Axes = Optional[Sequence[int]]
_LAST_TWO = (-2, -1)


def fftn(
    x: Any, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """The transform over ``axes``, or over all: X[k] = sum of x[n] exp(-2 pi i k n / N) along each.

    x  an array of any shape, real or complex; s crops the axes, or fills them with zeros, first
    """
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform("fftn", x, s, axes, norm, workers, overwrite_x, plan)
    return _transform.complex_transform(x, s, axes, norm, overwrite_x, False, workers, plan)


def ifftn(
    x: Any, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """The inverse of ``fftn``: the same sum with exp(+2 pi i k n / N), divided by the points."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform("ifftn", x, s, axes, norm, workers, overwrite_x, plan)
    return _transform.complex_transform(x, s, axes, norm, overwrite_x, True, workers, plan)


def rfftn(
    x: Any, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """The transform of real numbers: of the last of ``axes`` the first N // 2 + 1 elements, from
    which the others follow as X[-k] = conj X[k]."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform("rfftn", x, s, axes, norm, workers, overwrite_x, plan)
    return _transform.real_transform(x, s, axes, norm, workers, plan)


def irfftn(
    x: Any, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """The inverse of ``rfftn``. The last of ``axes`` gets s[-1] points, 2 (m - 1) for m elements
    where ``s`` is None. Without ``overwrite_x`` the library works on a copy of ``x``."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform("irfftn", x, s, axes, norm, workers, overwrite_x, plan)
    return _transform.real_inverse(x, s, axes, norm, overwrite_x, workers, plan)


def fft(
    x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``fftn`` over one axis, of ``n`` points."""
    return fftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan)


def ifft(
    x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``ifftn`` over one axis, of ``n`` points."""
    return ifftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan)


def rfft(
    x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``rfftn`` over one axis, of ``n`` points."""
    return rfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan)


def irfft(
    x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``irfftn`` over one axis, which gets ``n`` points."""
    return irfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan)


def fft2(
    x: Any, s: Axes = None, axes: Sequence[int] = _LAST_TWO, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``fftn`` over two axes."""
    return fftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def ifft2(
    x: Any, s: Axes = None, axes: Sequence[int] = _LAST_TWO, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``ifftn`` over two axes."""
    return ifftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def rfft2(
    x: Any, s: Axes = None, axes: Sequence[int] = _LAST_TWO, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``rfftn`` over two axes."""
    return rfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def irfft2(
    x: Any, s: Axes = None, axes: Sequence[int] = _LAST_TWO, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``irfftn`` over two axes."""
    return irfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def hfftn(
    x: Any, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """The forward transform of a Hermitian signal, x[-n] = conj x[n], of which the last of ``axes``
    holds the first N // 2 + 1 elements; the result is real. That axis gets s[-1] points, 2 (m - 1)
    for m elements where ``s`` is None."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform("hfftn", x, s, axes, norm, workers, overwrite_x, plan)
    return _transform.hermitian(x, s, axes, norm, workers, plan)


def ihfftn(
    x: Any, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """The inverse of ``hfftn``: a Hermitian signal of real numbers, half of its last axis."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform("ihfftn", x, s, axes, norm, workers, overwrite_x, plan)
    return _transform.hermitian_inverse(x, s, axes, norm, workers, plan)


def hfft(
    x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``hfftn`` over one axis, which gets ``n`` points."""
    return hfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan)


def ihfft(
    x: Any, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``ihfftn`` over one axis, of ``n`` points."""
    return ihfftn(x, _one(n), (axis,), norm, overwrite_x, workers, plan=plan)


def hfft2(
    x: Any, s: Axes = None, axes: Sequence[int] = _LAST_TWO, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``hfftn`` over two axes."""
    return hfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def ihfft2(
    x: Any, s: Axes = None, axes: Sequence[int] = _LAST_TWO, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *, plan: Optional[Plan] = None,
) -> Any:  # fmt: skip
    """``ihfftn`` over two axes."""
    return ihfftn(x, s, axes, norm, overwrite_x, workers, plan=plan)


def fftfreq(n: int, d: float = 1.0, *, xp: Any = None, device: Any = None) -> Any:
    """The frequencies of the elements of ``fft`` of ``n`` points at the distance ``d``: 0, 1, ..., -1
    divided by n d. An array of numpy, or of the module ``xp``, on its ``device``."""
    return _sampling.frequencies(n, d, False, xp, device)


def rfftfreq(n: int, d: float = 1.0, *, xp: Any = None, device: Any = None) -> Any:
    """The frequencies of the elements of ``rfft``: 0, 1, ..., n // 2 divided by n d."""
    return _sampling.frequencies(n, d, True, xp, device)


def fftshift(x: Any, axes: Any = None) -> Any:
    """A copy with frequency 0 in the middle of ``axes``, or of all: element n // 2."""
    return _sampling.shifted(x, axes, False)


def ifftshift(x: Any, axes: Any = None) -> Any:
    """The inverse of ``fftshift``."""
    return _sampling.shifted(x, axes, True)


def next_fast_len(target: int, real: bool = False) -> int:
    """The least length from ``target`` on with prime factors up to 11, up to 5 of ``real``
    transforms, as scipy.fft says; other lengths take two to four times as long."""
    return _sampling.fast_length(target, bool(real), 1)


def prev_fast_len(target: int, real: bool = False) -> int:
    """The largest such length up to ``target``."""
    return _sampling.fast_length(target, bool(real), -1)


def set_workers(workers: int) -> ContextManager[None]:
    """What ``workers=None`` stands for inside a ``with``, in this thread."""
    return _sampling.workers_set_to(_transform.threads_of(whole(workers, "workers")))


def get_workers() -> Optional[int]:
    """The number of ``set_workers``; None where the library takes what a size is worth."""
    return _sampling.current_workers()


#: scipy.fft calls these functions in a ``with scipy.fft.set_backend(tobiuo.fft)``.
__ua_domain__ = "numpy.scipy.fft"


def __ua_function__(method: Any, args: Any, kwargs: Any) -> Any:
    """What scipy.fft asks of a back end. NotImplemented, by which scipy takes its own: for functions
    that are not here, for numbers of more than double precision, and for cosine and sine transforms
    of complex numbers."""
    name = method.__name__
    function = globals().get(name) if name in __all__ else None
    is_of_reals = name.lstrip("i").startswith(("dct", "dst"))
    if function is None or args and (
        _arrays.is_extended(args[0]) or is_of_reals and np.iscomplexobj(args[0])
    ):
        return NotImplemented
    return function(*args, **kwargs)


def dctn(
    x: Any, type: int = 2, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """The discrete cosine transform of ``type`` 1 to 4 over ``axes``, or over all; of the usual
    type 2, X[k] = 2 sum of x[n] cos(pi (n + 1/2) k / N) along each.

    x  real, of any shape; norm "ortho" makes the transform orthogonal, as scipy.fft does
    """
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform(
            "dctn", x, s, axes, norm, workers, overwrite_x, None, type, orthogonalize
        )
    return _r2r.transform(
        x, "dct", type, s, axes, norm, overwrite_x, False, orthogonalize, workers
    )


def idctn(
    x: Any, type: int = 2, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """The inverse of ``dctn`` of the same type, which divides by 2 N along each axis of N points,
    by 2 (N - 1) for type 1, unless the norm says otherwise."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform(
            "idctn", x, s, axes, norm, workers, overwrite_x, None, type, orthogonalize
        )
    return _r2r.transform(
        x, "dct", type, s, axes, norm, overwrite_x, True, orthogonalize, workers
    )


def dstn(
    x: Any, type: int = 2, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """The discrete sine transform of ``type`` 1 to 4 over ``axes``, or over all; of type 2,
    X[k] = 2 sum of x[n] sin(pi (n + 1/2) (k + 1) / N) along each.

    x  real, of any shape; norm "ortho" makes the transform orthogonal, as scipy.fft does
    """
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform(
            "dstn", x, s, axes, norm, workers, overwrite_x, None, type, orthogonalize
        )
    return _r2r.transform(
        x, "dst", type, s, axes, norm, overwrite_x, False, orthogonalize, workers
    )


def idstn(
    x: Any, type: int = 2, s: Axes = None, axes: Axes = None, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None, *,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """The inverse of ``dstn`` of the same type, which divides by 2 N along each axis of N points,
    by 2 (N + 1) for type 1, unless the norm says otherwise."""
    recorder = recorder_of(x)
    if recorder is not None:
        return recorder.transform(
            "idstn", x, s, axes, norm, workers, overwrite_x, None, type, orthogonalize
        )
    return _r2r.transform(
        x, "dst", type, s, axes, norm, overwrite_x, True, orthogonalize, workers
    )


def dct(
    x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """``dctn`` over one axis, of ``n`` points."""
    return dctn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize)


def idct(
    x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """``idctn`` over one axis, of ``n`` points."""
    return idctn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize)


def dst(
    x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """``dstn`` over one axis, of ``n`` points."""
    return dstn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize)


def idst(
    x: Any, type: int = 2, n: Optional[int] = None, axis: int = -1, norm: Optional[str] = None,
    overwrite_x: bool = False, workers: Optional[int] = None,
    orthogonalize: Optional[bool] = None,
) -> Any:  # fmt: skip
    """``idstn`` over one axis, of ``n`` points."""
    return idstn(x, type, _one(n), (axis,), norm, overwrite_x, workers, orthogonalize=orthogonalize)


def clear_cache() -> None:
    """Gives back all kept plans; on a GPU waits for their work. A transform in progress keeps its
    own."""
    _transform.plans.clear()
    _r2r.plans.clear()


def cache_size(limit: Optional[int] = None) -> int:
    """The number of kept plans; with ``limit``, from now on at most so many are kept of Fourier
    transforms, and as many of cosine and sine transforms."""
    if limit is not None:
        _transform.plans.resize(limit)
        _r2r.plans.resize(limit)
    return len(_transform.plans) + len(_r2r.plans)


def _one(n: Optional[int]) -> Axes:
    if n is not None and whole(n, "n") < 1:
        raise ValueError(f"n is {n}: a length is 1 or more")
    return None if n is None else (n,)
