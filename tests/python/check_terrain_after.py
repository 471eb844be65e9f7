"""terrain_after.tif of a run is what GDAL reads, and holds what ruts.f32 says of the soil.

usage: check_terrain_after.py RUN
"""

import struct
import sys
from pathlib import Path

import numpy
import rasterio


def tiles(path):
    """Spacing, base, side and the tiles of ruts.f32: {(row, column): heights after}."""
    data = path.read_bytes()
    magic, count, side, spacing, base = struct.unpack_from("<4sIIdd", data)
    assert magic == b"PFRT", magic
    posts = (side + 1) ** 2
    size = 8 + 12 * posts
    assert len(data) == 28 + count * size, "length"
    found = {}
    for index in range(count):
        at = 28 + index * size
        key = struct.unpack_from("<ii", data, at)
        lists = numpy.frombuffer(data, "<f4", 3 * posts, at + 8).reshape(3, side + 1, side + 1)
        found[key] = lists
    return spacing, base, side, found


def main(folder):
    spacing, base, side, found = tiles(folder / "ruts.f32")
    with rasterio.open(folder / "terrain_after.tif") as map_:
        assert map_.driver == "GTiff" and map_.count == 1 and map_.dtypes[0] == "float64"
        assert numpy.isnan(map_.nodata) and map_.crs is not None
        assert map_.tags()["AREA_OR_POINT"] == "Point"
        step = map_.transform
        assert abs(step.a - spacing) < 1e-12 and abs(step.e + spacing) < 1e-12 and step.b == step.d == 0
        heights = map_.read(1)
        compared = moved = 0
        for (row, column), (before, after, time) in found.items():
            for j in range(side + 1):
                for i in range(side + 1):
                    if numpy.isnan(time[j, i]):
                        continue
                    x, y = (column * side + i) * spacing, (row * side + j) * spacing
                    r, c = map_.index(x, y)
                    assert abs(heights[r, c] - (base + after[j, i])) < 1e-6, (x, y)
                    compared += 1
                    moved += before[j, i] != after[j, i]
    assert compared > 100 and moved > 100, (compared, moved)
    print(f"{compared} posts of moved soil are the same in both; {heights.shape} posts in the map")


main(Path(sys.argv[1]))
