# SPDX-License-Identifier: BSD-3-Clause
# Fields in VTK's files: what the program writes, pieces, and damaged files; LZ4 both ways.
import base64

import numpy as np
import pytest

import tobiuo
from tobiuo import _lz4

EXTENT = '"0 3 0 2 0 2"'


def image(arrays, extent=EXTENT, where="CellData", head=""):
    """A file of three by two by two cells, or of a piece of them."""
    return (
        f'<VTKFile type="ImageData" byte_order="LittleEndian" header_type="UInt64"{head}>'
        f'<ImageData WholeExtent={EXTENT} Origin="1 0 -1" Spacing="0.5 1 2">'
        f"<Piece Extent={extent}><{where}>{arrays}</{where}></Piece></ImageData></VTKFile>"
    )


def in_base64(name, values):
    data = np.uint64(values.nbytes).tobytes() + values.tobytes()
    text = base64.b64encode(data).decode()
    return f'<DataArray type="Float64" Name="{name}" format="binary">\n{text}\n</DataArray>'


def written(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def test_an_image_has_its_values_and_positions(tmp_path):
    values = np.arange(12.0)
    fields = tobiuo.read_fields(written(tmp_path, "p.vti", image(in_base64("p", values))))
    assert list(fields) == ["p"] and fields.location == "cell" and len(fields) == 1
    assert np.array_equal(fields["p"], values.reshape(2, 2, 3))
    assert [list(n) for n in fields.nodes] == [[-1, 1, 3], [0, 1, 2], [1, 1.5, 2, 2.5]]
    assert list(fields.positions[2]) == [1.25, 1.75, 2.25]
    with pytest.raises(KeyError, match="there is no field 'q', only p"):
        fields["q"]


def test_text_and_vectors_on_nodes_are_read(tmp_path):
    numbers = " ".join(str(n) for n in range(72))
    array = (
        '<DataArray type="Float32" Name="u" NumberOfComponents="2" format="ascii">'
        f"{numbers}</DataArray>"
    )
    fields = tobiuo.read_fields(written(tmp_path, "u.vti", image(array, where="PointData")))
    assert fields.location == "node" and fields["u"].dtype == "float32"
    assert np.array_equal(fields["u"], np.arange(72.0).reshape(3, 3, 4, 2))


def test_pieces_are_joined(tmp_path):
    values = np.arange(12.0).reshape(2, 2, 3)
    for rank in range(2):
        extent = f'"0 3 0 2 {rank} {rank + 1}"'
        written(tmp_path, f"p_{rank}.vti", image(in_base64("p", values[rank]), extent))
    index = written(
        tmp_path,
        "p.pvti",
        f'<VTKFile type="PImageData"><PImageData WholeExtent={EXTENT}>'
        '<Piece Extent="0 3 0 2 0 1" Source="p_0.vti"/>'
        '<Piece Extent="0 3 0 2 1 2" Source="p_1.vti"/></PImageData></VTKFile>',
    )
    fields = tobiuo.read_fields(index)
    assert np.array_equal(fields["p"], values)
    assert list(fields.nodes[0]) == [-1, 1, 3]
    (tmp_path / "p_1.vti").unlink()
    with pytest.raises(FileNotFoundError):
        tobiuo.read_fields(index)


@pytest.mark.parametrize(
    "text",
    (
        "",
        "no XML",
        '<VTKFile type="PolyData"/>',
        '<VTKFile type="ImageData"><ImageData/></VTKFile>',
        image(in_base64("p", np.arange(11.0))),
        image('<DataArray type="Float64" Name="p" format="binary">AAAA</DataArray>'),
        image('<DataArray type="Float64" Name="p" format="appended" offset="7"/>'),
        image('<DataArray type="Word" Name="p"/>'),
        image("<DataArray/>", head=' compressor="vtkLZMADataCompressor"'),
        image("<DataArray/>", extent='"0 1"'),
    ),
)
def test_damaged_files_are_refused_in_a_sentence(tmp_path, text):
    with pytest.raises(tobiuo.Error, match=r"bad.vti cannot be read \(.*\): write it again"):
        tobiuo.read_fields(written(tmp_path, "bad.vti", text))


# Literals alone, also many; matches that run into themselves, with short and with long lengths. The
# format asks for twelve literals behind the last match.
BEHIND = b"0123456789ab"
BLOCKS = (
    (b"\x30abc", b"abc"),
    (b"\xf0\x05" + b"0123456789abcdefghij", b"0123456789abcdefghij"),
    (b"\x3eabc\x03\x00\xc0" + BEHIND, b"abc" * 7 + BEHIND),
    (b"\x1fa\x01\x00\x05\xc0" + BEHIND, b"a" * 25 + BEHIND),
    (b"\x1fa\x01\x00\xff\x01\xc0" + BEHIND, b"a" * 276 + BEHIND),
)


@pytest.mark.parametrize("unpack", (_lz4.unpack, _lz4.unpack_in_python))
@pytest.mark.parametrize("block, expected", BLOCKS)
def test_lz4_blocks_are_unpacked(unpack, block, expected):
    assert unpack(block, len(expected)) == expected


@pytest.mark.parametrize("unpack", (_lz4.unpack, _lz4.unpack_in_python))
@pytest.mark.parametrize(
    "block",
    (
        b"",
        b"\x30ab",
        b"\x3eabc\x04\x00\xc0" + BEHIND,  # it repeats from before the beginning
        b"\x3eabc\x03",
        b"\xf0",
        b"\x50hello",
    ),
)
def test_damaged_lz4_blocks_are_refused(unpack, block):
    with pytest.raises(ValueError, match="damaged"):
        unpack(block, 33)


def test_a_match_without_an_offset_is_refused():
    with pytest.raises(ValueError, match="damaged"):
        _lz4.unpack_in_python(b"\x3eabc\x00\x00\xc0" + BEHIND, 33)
