"""Write one small elevation map in every GeoTIFF variant that the reader claims to read.

    python make_dem_corpus.py FOLDER

FOLDER receives the maps and `expected.json`: for each file its rows, columns, spacing, the
projected place of the south-west post, and every height from the south-west corner, row by row to
the north (null where there is no data); or, for a file that must be refused, `error`: words that
the message must contain. The maps are written by GDAL (through rasterio) and, for a
second opinion on the container, by tifffile. The expected values are computed here from the array
itself and never read back from the files, so an error of a writer shows as well.
"""

import json
import math
import pathlib
import sys

import numpy as np
import rasterio
import rasterio.warp
import tifffile
from affine import Affine
from rasterio.crs import CRS

ROWS, COLUMNS = 29, 37
WEST, NORTH, STEP_EAST, STEP_NORTH = 8142406.0, -276455.0, 2.0, 1.5
MARS_RADIUS_M, MOON_RADIUS_M = 3396190.0, 1737400.0

MARS = CRS.from_wkt(
    'PROJCS["Mars equirectangular",GEOGCS["Mars 2000",DATUM["Mars_2000",'
    f'SPHEROID["Mars_2000_Sphere",{MARS_RADIUS_M},0]],PRIMEM["Reference_Meridian",0],'
    'UNIT["degree",0.0174532925199433]],PROJECTION["Equirectangular"],'
    'PARAMETER["standard_parallel_1",0],PARAMETER["central_meridian",0],'
    'PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1]]'
)
MOON_POLE = CRS.from_proj4(f"+proj=stere +lat_0=-90 +lon_0=0 +k=1 +R={MOON_RADIUS_M} +units=m")
MOON_POLE_71 = CRS.from_proj4(
    f"+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=30 +x_0=1000 +y_0=2000 +R={MOON_RADIUS_M} +units=m")
MOON_PARALLEL_40 = CRS.from_proj4(
    f"+proj=eqc +lat_ts=40 +lat_0=0 +lon_0=10 +x_0=500 +y_0=700 +R={MOON_RADIUS_M} +units=m")
MOON_KILOMETRES = CRS.from_proj4(f"+proj=eqc +lat_ts=0 +lon_0=0 +R={MOON_RADIUS_M} +units=km")
MOON_DEGREES = CRS.from_proj4(f"+proj=longlat +R={MOON_RADIUS_M} +no_defs")
MARS_ELLIPSOID_DEGREES = CRS.from_proj4("+proj=longlat +a=3396190 +b=3376200 +no_defs")

NODATA = {"float32": -32767.0, "float64": -1e300, "int16": -32768, "uint16": 65535,
          "int32": -2147483648, "uint32": 4294967295}


def ground(dtype):
    """A rough slope with negative heights where the type has them, north row first."""
    row, column = np.mgrid[0:ROWS, 0:COLUMNS].astype(np.float64)
    height = 40.0 + 0.7 * column - 0.4 * row + 9.0 * np.sin(0.9 * column) * np.cos(0.7 * row)
    kind = np.dtype(dtype).kind
    if kind == "f":
        return (height - 4450.0 + 1e-3 * np.sin(12.9 * column + 78.2 * row)).astype(dtype)
    if kind == "i":
        return np.round(height - 4450.0).astype(dtype)
    return np.round(height).astype(dtype)


def with_holes(array, nodata):
    """The same ground with a hole inside, one at a corner, and a whole empty block."""
    holed = array.copy()
    holed[5, 7] = nodata
    holed[0, 0] = nodata
    holed[18:24, 20:30] = nodata
    return holed


def expectation(array, nodata, spacing=(STEP_EAST, STEP_NORTH), south_west=None, scale=1.0,
                offset=0.0, north_first=True):
    rows = array[::-1] if north_first else array
    values = [
        None if (nodata is not None and value == nodata) or not math.isfinite(value)
        else float(value) * scale + offset
        for value in rows.astype(object).ravel()
    ]
    if south_west is None:
        south_west = (WEST + 0.5 * STEP_EAST, NORTH - (ROWS - 0.5) * STEP_NORTH)
    return {"rows": ROWS, "columns": COLUMNS, "spacing_m": list(spacing),
            "south_west_m": list(south_west), "heights_m": values}


def ground_per_map(crs, x, y, radius=MOON_RADIUS_M, half=200.0):
    """Ground metres per map metre to the east and north, by PROJ's inverse of the projection."""
    scales = []
    for dx, dy in ((half, 0.0), (0.0, half)):
        places = rasterio.warp.transform(crs, MOON_DEGREES, [x - dx, x + dx], [y - dy, y + dy])
        (lon0, lon1), (lat0, lat1) = (np.radians(values) for values in places)
        square = (math.sin((lat1 - lat0) / 2) ** 2
                  + math.cos(lat0) * math.cos(lat1) * math.sin((lon1 - lon0) / 2) ** 2)
        scales.append(2.0 * radius * math.asin(math.sqrt(square)) / (2.0 * half))
    return scales


class Corpus:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.expected = {}

    def gdal(self, name, array, expect, crs=MARS, transform=None, nodata=None, point=False,
             scale=None, offset=None, unit=None, **options):
        transform = transform or Affine(STEP_EAST, 0, WEST, 0, -STEP_NORTH, NORTH)
        path = self.folder / name
        with rasterio.open(path, "w", driver="GTiff", dtype=array.dtype, count=1,
                           height=ROWS, width=COLUMNS, crs=crs, transform=transform,
                           nodata=nodata, **options) as out:
            if point:
                out.update_tags(AREA_OR_POINT="Point")
            if scale is not None:
                out.scales, out.offsets = (scale,), (offset,)
            if unit:
                out.units = (unit,)
            out.write(array, 1)
        self.expected[name] = expect

    def close(self):
        text = json.dumps(self.expected, indent=None, sort_keys=True)
        (self.folder / "expected.json").write_text(text)


def storage_variants(corpus):
    """Sample type x layout x compression x predictor x byte order x area/point x nodata."""
    layouts = {"strips": {"blockysize": 5}, "tiles": {"tiled": True, "blockxsize": 16,
                                                      "blockysize": 16}}
    for dtype in NODATA:
        predictors = (1, 2, 3) if dtype.startswith("float") else (1, 2)
        codings = [("none", 1)] + [(c, p) for c in ("deflate", "lzw", "zstd") for p in predictors]
        for layout, blocks in layouts.items():
            for coding, predictor in codings:
                extra = {} if coding == "none" else {"compress": coding, "predictor": predictor}
                for endian in ("LITTLE", "BIG"):
                    for point in (False, True):
                        for holes in (False, True):
                            nodata = NODATA[dtype] if holes else None
                            array = ground(dtype)
                            if holes:
                                array = with_holes(array, nodata)
                            name = "-".join([dtype, layout, coding, f"p{predictor}",
                                             endian.lower(), "point" if point else "area",
                                             "holes" if holes else "full"]) + ".tif"
                            corpus.gdal(name, array, expectation(array, nodata), nodata=nodata,
                                        point=point, ENDIANNESS=endian, **blocks, **extra)


def georeference_variants(corpus):
    array = ground("float32")
    corpus.gdal("bigtiff.tif", array, expectation(array, None), BIGTIFF="YES")
    corpus.gdal("bigtiff-big.tif", array, expectation(array, None), BIGTIFF="YES",
                ENDIANNESS="BIG", compress="deflate", predictor=3)
    corpus.gdal("south-first.tif", array,
                expectation(array, None, north_first=False,
                            south_west=(WEST + 1.0, NORTH + 0.75)),
                transform=Affine(STEP_EAST, 0, WEST, 0, STEP_NORTH, NORTH))
    for name, crs in (("moon-pole", MOON_POLE), ("moon-pole-71", MOON_POLE_71),
                      ("moon-parallel-40", MOON_PARALLEL_40)):
        west, north = -400000.0, 900000.0
        expect = expectation(array, None, south_west=(west + 1.0, north - 28.5 * 1.5))
        expect["ground_per_map"] = ground_per_map(crs, west + COLUMNS, north - 0.75 * ROWS)
        corpus.gdal(name + ".tif", array, expect, crs=crs,
                    transform=Affine(2.0, 0, west, 0, -1.5, north))
    corpus.gdal("kilometres.tif", array,
                expectation(array, None, spacing=(20.0, 15.0),
                            south_west=(1010.0, 2000.0 - 28.5 * 15.0)),
                crs=MOON_KILOMETRES, transform=Affine(0.02, 0, 1.0, 0, -0.015, 2.0))
    corpus.gdal("no-crs.tif", array, expectation(array, None), crs=None)
    holed = with_holes(array, np.float32(np.nan))
    corpus.gdal("nan-nodata.tif", holed, expectation(holed, None), nodata=float("nan"))
    holed = with_holes(array, np.float32(-3.4028234663852886e38))
    corpus.gdal("lowest-nodata.tif", holed, expectation(holed, holed[0, 0]),
                nodata=-3.4028234663852886e38)


def geographic_variants(corpus):
    """Degrees become metres with the body's radii of curvature at the middle of the map."""
    array, step = ground("float32"), 1.0 / 512.0
    south, west = 45.0, -20.0
    north = south + ROWS * step
    latitude = math.radians(south + 0.5 * ROWS * step)
    for name, crs, a, b in (("degrees-sphere", MOON_DEGREES, MOON_RADIUS_M, MOON_RADIUS_M),
                            ("degrees-ellipsoid", MARS_ELLIPSOID_DEGREES, 3396190.0, 3376200.0)):
        e2 = 1.0 - (b / a) ** 2
        w = math.sqrt(1.0 - e2 * math.sin(latitude) ** 2)
        per_east = a / w * math.cos(latitude) * math.radians(1.0)
        per_north = a * (1.0 - e2) / w**3 * math.radians(1.0)
        place = ((west + 0.5 * step) * per_east, (south + 0.5 * step) * per_north)
        corpus.gdal(name + ".tif", array,
                    expectation(array, None, spacing=(step * per_east, step * per_north),
                                south_west=place),
                    crs=crs, transform=Affine(step, 0, west, 0, -step, north))


def value_variants(corpus):
    """Scale, offset and unit of the stored numbers, as LOLA's global map has them."""
    array = ground("int16")
    corpus.gdal("scaled.tif", array, expectation(array, None, scale=0.5, offset=10.0),
                scale=0.5, offset=10.0)
    corpus.gdal("feet.tif", array, expectation(array, None, scale=0.3048), unit="ft")
    array = with_holes(ground("float32"), -32767.0)
    array[12:29, 14:37] = -32767.0
    corpus.gdal("sparse.tif", array, expectation(array, -32767.0), nodata=-32767.0, tiled=True,
                blockxsize=16, blockysize=16, compress="deflate", SPARSE_OK="TRUE")


def tifffile_variants(corpus):
    array = ground("float32")
    tags = [(33550, "d", 3, (STEP_EAST, STEP_NORTH, 0.0), True),
            (33922, "d", 6, (0.0, 0.0, 0.0, WEST, NORTH, 0.0), True)]
    matrix = (STEP_EAST, 0, 0, WEST, 0, -STEP_NORTH, 0, NORTH, 0, 0, 0, 0, 0, 0, 0, 1.0)
    transformation = [(34264, "d", 16, matrix, True)]
    for order in "<>":
        for name, options in (("plain", {}), ("tiled", {"tile": (16, 16)}),
                              ("deflate", {"compression": "zlib", "predictor": True}),
                              ("lzw", {"compression": "lzw"}),
                              ("packbits", {"compression": "packbits"}),
                              ("big", {"bigtiff": True})):
            for model, extra in (("scale", tags), ("matrix", transformation)):
                file = f"tifffile-{name}-{model}-{'little' if order == '<' else 'big'}.tif"
                with tifffile.TiffWriter(corpus.folder / file, byteorder=order,
                                         bigtiff=options.get("bigtiff", False)) as out:
                    rest = {k: v for k, v in options.items() if k != "bigtiff"}
                    out.write(array, extratags=extra, metadata=None, **rest)
                corpus.expected[file] = expectation(array, None)


def refused(corpus):
    """Files that are no maps of heights, and the words by which the reader must say so."""
    for dtype in ("uint8", "int8"):
        array = ground("uint16").astype(dtype)
        corpus.gdal(f"refuse-{dtype}.tif", array, {"error": "8-bit"})
    array = ground("float32").astype("complex64")
    corpus.gdal("refuse-complex.tif", array, {"error": "complex"})
    array = ground("float32")
    turned = Affine.translation(WEST, NORTH) * Affine.rotation(10) * Affine.scale(2.0, -1.5)
    corpus.gdal("refuse-rotated.tif", array, {"error": "rotated"}, transform=turned)
    wide = Affine(1.0, 0, -20.0, 0, -1.0, 60.0)
    corpus.gdal("refuse-wide-degrees.tif", array, {"error": "latitude"}, crs=MOON_DEGREES,
                transform=wide)
    corpus.gdal("refuse-undeclared.tif", with_holes(array, -32767.0), {"error": "no_data_value"})
    corpus.gdal("refuse-nan.tif", with_holes(array, np.nan), {"error": "NaN"})
    corpus.gdal("refuse-empty.tif", np.full_like(array, -1.0), {"error": "no data at all"},
                nodata=-1.0)
    path = corpus.folder / "refuse-bands.tif"
    with rasterio.open(path, "w", driver="GTiff", dtype="float32", count=3, height=ROWS,
                       width=COLUMNS, crs=MARS,
                       transform=Affine(STEP_EAST, 0, WEST, 0, -STEP_NORTH, NORTH)) as out:
        out.write(np.stack([array] * 3))
    corpus.expected[path.name] = {"error": "3 bands"}
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        path = corpus.folder / "refuse-mask.tif"
        with rasterio.open(path, "w", driver="GTiff", dtype="float32", count=1, height=ROWS,
                           width=COLUMNS, crs=MARS,
                           transform=Affine(STEP_EAST, 0, WEST, 0, -STEP_NORTH, NORTH)) as out:
            out.write(array, 1)
            out.write_mask(array > -4420.0)
        corpus.expected[path.name] = {"error": "mask"}
    tifffile.imwrite(corpus.folder / "refuse-no-place.tif", array, metadata=None)
    corpus.expected["refuse-no-place.tif"] = {"error": "spacing_m"}
    tifffile.imwrite(corpus.folder / "refuse-pages.tif", np.stack([array] * 2), metadata=None,
                     photometric="minisblack")
    corpus.expected["refuse-pages.tif"] = {"error": "2 images"}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    corpus = Corpus(sys.argv[1])
    storage_variants(corpus)
    georeference_variants(corpus)
    geographic_variants(corpus)
    value_variants(corpus)
    tifffile_variants(corpus)
    refused(corpus)
    corpus.close()
    print(f"{len(corpus.expected)} maps in {corpus.folder}")


if __name__ == "__main__":
    main()
