# SPDX-License-Identifier: BSD-3-Clause
# The structures of the C interface, as tobiuo.h declares them.
from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_void_p


class Transform(ctypes.Structure):
    _fields_ = [
        ("extents", c_int64 * 3),
        ("batch", c_int64),
        ("kind", c_int32),
        ("direction", c_int32),
        ("precision", c_int32),
        ("placement", c_int32),
    ]


class Function(ctypes.Structure):
    _fields_ = [("source", c_char_p), ("name", c_char_p)]


class Functions(ctypes.Structure):
    _fields_ = [
        ("load", Function),
        ("between", Function),
        ("store", Function),
        ("load_is_input", c_int32),
        ("reserved", c_int32),
    ]


class FunctionData(ctypes.Structure):
    _fields_ = [("load", c_void_p), ("between", c_void_p), ("store", c_void_p)]


class R2r(ctypes.Structure):
    _fields_ = [
        ("extents", c_int64 * 3),
        ("batch", c_int64),
        ("scale", c_double),
        ("kinds", c_int32 * 3),
        ("precision", c_int32),
        ("placement", c_int32),
        ("reserved", c_int32),
    ]


class Options(ctypes.Structure):
    _fields_ = [("backend", c_int32), ("threads", c_int32)]


class Outgoing(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("bytes", c_int64),
        ("to", c_int32),
        ("reserved", c_int32),
    ]


class Incoming(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("bytes", c_int64),
        ("from_", c_int32),
        ("reserved", c_int32),
    ]


class Messages(ctypes.Structure):
    _fields_ = [
        ("sends", POINTER(Outgoing)),
        ("send_count", c_int64),
        ("receives", POINTER(Incoming)),
        ("receive_count", c_int64),
    ]


#: context, messages, text, text_bytes
Exchange = CFUNCTYPE(c_int, c_void_p, POINTER(Messages), c_void_p, c_int64)


class Communicator(ctypes.Structure):
    _fields_ = [
        ("rank", c_int32),
        ("size", c_int32),
        ("exchange", Exchange),
        ("context", c_void_p),
        ("through_host_memory", c_int32),
        ("reserved", c_int32),
    ]


class Axis(ctypes.Structure):
    _fields_ = [
        ("cells", c_int64),
        ("lower", c_double),
        ("upper", c_double),
        ("nodes", c_void_p),
        ("node_count", c_int64),
        ("lower_condition", c_int32),
        ("upper_condition", c_int32),
    ]


class PoissonProblem(ctypes.Structure):
    _fields_ = [
        ("axes", Axis * 3),
        ("lambda_", c_double),
        ("location", c_int32),
        ("op", c_int32),
        ("precision", c_int32),
        ("reserved", c_int32),
        ("robin", c_double * 2 * 2 * 3),
        ("rho", c_void_p),
        ("rho_count", c_int64),
        ("rho_axis", c_int32),
        ("padding", c_int32),
    ]


class Wall(ctypes.Structure):
    _fields_ = [("constant", c_double), ("values", c_void_p), ("count", c_int64)]


class Body(ctypes.Structure):
    _fields_ = [
        ("levels", c_void_p),
        ("count", c_int64),
        ("value", c_double),
        ("conducts", c_int32),
        ("reserved", c_int32),
    ]


class Coefficient(ctypes.Structure):
    _fields_ = [
        ("values", c_void_p),
        ("count", c_int64),
        ("tolerance", c_double),
        ("iterations", c_int64),
        ("face_mean", c_int32),
        ("scaling", c_int32),
    ]


class MixedWall(ctypes.Structure):
    _fields_ = [
        ("is_dirichlet", c_void_p),
        ("count", c_int64),
        ("axis", c_int32),
        ("end", c_int32),
    ]


class Obstacle(ctypes.Structure):
    _fields_ = [
        ("levels", c_void_p),
        ("count", c_int64),
        ("velocity", c_double * 3),
        ("spin", c_double * 3),
        ("centre", c_double * 3),
        ("scalar", c_double),
        ("scalar_kind", c_int32),
        ("method", c_int32),
    ]


class FlowSources(ctypes.Structure):
    _fields_ = [
        ("force", c_char_p * 3),
        ("rotation", c_double * 3),
        ("scalar", c_char_p),
        ("scalar_gradient", c_double * 3),
        ("sponge_rate", c_char_p),
        ("sponge_velocity", c_char_p * 3),
        ("sponge_scalar", c_char_p),
    ]


class FlowEddies(ctypes.Structure):
    _fields_ = [
        ("model", c_int32),
        ("damping", c_int32),
        ("constant", c_double),
        ("prandtl", c_double),
        ("more_viscosity", c_char_p),
        ("viscosity_of_scalar", c_char_p),
    ]


class ObstacleForce(ctypes.Structure):
    _fields_ = [
        ("force", c_double * 3),
        ("torque", c_double * 3),
        ("pressure", c_double * 3),
        ("scalar", c_double),
    ]


class FlowFace(ctypes.Structure):
    _fields_ = [
        ("velocity", c_double * 3),
        ("profiles", c_void_p * 3),
        ("profile_count", c_int64),
        ("kind", c_int32),
        ("reserved", c_int32),
    ]


class ScalarFace(ctypes.Structure):
    _fields_ = [
        ("number", c_double),
        ("values", c_void_p),
        ("count", c_int64),
        ("kind", c_int32),
        ("reserved", c_int32),
    ]


class FlowScalar(ctypes.Structure):
    _fields_ = [
        ("diffusivity", c_double),
        ("buoyancy", c_double * 3),
        ("reference", c_double),
        ("faces", ScalarFace * 6),
    ]


class FlowFurtherScalar(ctypes.Structure):
    _fields_ = [
        ("scalar", POINTER(FlowScalar)),
        ("advection", c_int32),
        ("reserved", c_int32),
        ("source", c_char_p),
        ("gradient", c_double * 3),
        ("sponge", c_char_p),
        ("obstacle_kinds", POINTER(c_int32)),
        ("obstacle_values", POINTER(c_double)),
    ]


class FlowParts(ctypes.Structure):
    _fields_ = [
        ("projections", c_int32),
        ("scalar_advection", c_int32),
        ("sources", ctypes.POINTER(FlowSources)),
        ("eddies", ctypes.POINTER(FlowEddies)),
        ("roughness", ctypes.POINTER(c_double)),
        ("further_scalars", ctypes.POINTER(FlowFurtherScalar)),
        ("further_scalar_count", c_int64),
    ]


class FlowProblem(ctypes.Structure):
    _fields_ = [
        ("axes", Axis * 3),
        ("faces", FlowFace * 6),
        ("viscosity", c_double),
        ("force", c_double * 3),
        ("scalar", POINTER(FlowScalar)),
        ("precision", c_int32),
        ("implicit_diffusion", c_int32),
    ]


class FlowObserved(ctypes.Structure):
    _fields_ = [
        ("mean_velocity", c_double * 3),
        ("kinetic_energy", c_double),
        ("largest_rate", c_double),
        ("largest_divergence", c_double),
    ]
