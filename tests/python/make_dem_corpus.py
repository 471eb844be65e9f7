"""Write one small elevation map in every variant that the readers claim to read.

    python make_dem_corpus.py FOLDER

FOLDER receives the maps and `expected.json`: for each file its rows, columns, spacing, the
projected place of the south-west post, and every height from the south-west corner, row by row to
the north (null where there is no data); or, for a file that must be refused, `error`: words that
the message must contain; and `options` that the reader must be given, where a format needs some.
The maps are written by GDAL (through rasterio) and, for a second opinion on the container, by
tifffile. GDAL cannot write PDS3: those labels are written here, after the layout of HiRISE's, MOLA's
and LOLA's own, and GDAL must read them as we expect ours to. The expected values are computed here
from the array itself and never read back from the files, so an error of a writer shows as well.
"""

import json
import math
import pathlib
import sys

import imagecodecs
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


HIRISE_LABEL = """PDS_VERSION_ID            = PDS3

/* File information and structure */
RECORD_TYPE               = FIXED_LENGTH
RECORD_BYTES              = {record}
FILE_RECORDS              = {records}
LABEL_RECORDS             = {label_records}
^IMAGE                    = {pointer}

/* Identification information */
DATA_SET_ID               = "MRO-M-HIRISE-5-DTM-V1.0"
DATA_SET_NAME             = "MRO MARS HIGH RESOLUTION IMAGING SCIENCE
                            EXPERIMENT DTM V1.0"
SOURCE_PRODUCT_ID         = (PSP_000001_1705,
                             PSP_000002_1705)
RATIONALE_DESC            = "A slope with LINES = 3 in its description"
TARGET_NAME               = MARS

OBJECT = IMAGE_MAP_PROJECTION
  ^DATA_SET_MAP_PROJECTION     = "DSMAP.CAT"
  MAP_PROJECTION_TYPE          = {projection}
  PROJECTION_LATITUDE_TYPE     = PLANETOCENTRIC
  /* NOTE: all three radii are the local radius at the center latitude. */
  A_AXIS_RADIUS                = {radius} <KM>
  B_AXIS_RADIUS                = {radius} <KM>
  C_AXIS_RADIUS                = {radius} <KM>
  COORDINATE_SYSTEM_NAME       = PLANETOCENTRIC
  POSITIVE_LONGITUDE_DIRECTION = EAST
  CENTER_LATITUDE              = {centre} <DEG>
  CENTER_LONGITUDE             = 180.0 <DEG>
  LINE_FIRST_PIXEL             = 1
  LINE_LAST_PIXEL              = {lines}
  SAMPLE_FIRST_PIXEL           = 1
  SAMPLE_LAST_PIXEL            = {samples}
  MAP_PROJECTION_ROTATION      = 0.0 <DEG>
{scale}
  LINE_PROJECTION_OFFSET       = {line_offset} <PIXEL>
  SAMPLE_PROJECTION_OFFSET     = {sample_offset} <PIXEL>
END_OBJECT = IMAGE_MAP_PROJECTION

OBJECT = IMAGE
  LINES                        = {lines}
  LINE_SAMPLES                 = {samples}
  BANDS                        = 1
  SAMPLE_BITS                  = {bits}
  SAMPLE_TYPE                  = {kind}
{image}END_OBJECT = IMAGE
END
"""


class Pds3:
    """One label and its image."""

    def __init__(self, array, kind, scale_m, **keys):
        self.array, self.kind, self.scale_m = array, kind, scale_m
        self.prefix, self.suffix = keys.pop("prefix", 0), keys.pop("suffix", 0)
        self.keys = {"projection": "EQUIRECTANGULAR", "radius": 3396.19, "centre": -5.0,
                     "line_offset": -543510.5, "sample_offset": -6050328.5, "image": "",
                     "scale": f"  MAP_SCALE = {scale_m} <METERS/PIXEL>", **keys}

    def image_bytes(self):
        return b"".join(b"\xa5" * self.prefix + row.tobytes() + b"\x5a" * self.suffix
                        for row in self.array)

    def label(self, pointer, record, label_records):
        image = self.keys["image"]
        if self.prefix or self.suffix:
            image += (f"  LINE_PREFIX_BYTES = {self.prefix}\n"
                      f"  LINE_SUFFIX_BYTES = {self.suffix}\n")
        keys = {**self.keys, "image": image}
        records = label_records + -(-len(self.image_bytes()) // record)
        return HIRISE_LABEL.format(pointer=pointer, record=record, label_records=label_records,
                                   records=records, lines=ROWS, samples=COLUMNS, kind=self.kind,
                                   bits=8 * self.array.itemsize, **keys).replace(
                                       "\n", "\r\n").encode()

    def attached(self, path, in_bytes=False):
        record = COLUMNS * self.array.itemsize + self.prefix + self.suffix
        label_records = -(-4096 // record)
        start = label_records * record
        pointer = f"{start + 1} <BYTES>" if in_bytes else label_records + 1
        label = self.label(pointer, record, label_records)
        path.write_bytes(label.ljust(start) + self.image_bytes())

    def detached(self, path, image_name, skipped_records=0):
        record = COLUMNS * self.array.itemsize
        pointer = f'("{image_name}", {skipped_records + 1})' if skipped_records else f'"{image_name}"'
        path.write_bytes(self.label(pointer, record, 1))
        (path.parent / image_name.lower()).write_bytes(
            b"\x77" * (skipped_records * record) + self.image_bytes())

    def expected(self, nodata=None, scale=1.0, offset=0.0, shift=0.0):
        """`shift`: 1 where the offsets are the origin's line and sample counted from 1."""
        west = (shift - self.keys["sample_offset"]) * self.scale_m
        north = (self.keys["line_offset"] - shift) * self.scale_m
        native = self.array.astype(self.array.dtype.newbyteorder("="))
        return expectation(native, nodata, spacing=(self.scale_m, self.scale_m),
                           south_west=(west, north - (ROWS - 1) * self.scale_m), scale=scale,
                           offset=offset)


def gdal_agrees(path, expect, shift=0.0, scaled=True):
    """GDAL reads a PDS3 file to the same place, size and heights; else this corpus is wrong."""
    half = str(0.5 - shift)
    with rasterio.Env(PDS_SampleProjOffset_Shift=half, PDS_LineProjOffset_Shift=half):
        with rasterio.open(path) as found:
            assert found.shape == (ROWS, COLUMNS), path
            step = found.transform.a
            west, north = found.transform * (0.5, 0.5)
            wanted = expect["south_west_m"]
            assert abs(step - expect["spacing_m"][0]) < 1e-3 * step, (path, step)
            if abs(step - expect["spacing_m"][0]) < 1e-9 * step:
                south = north - (ROWS - 1) * step
                for one, other in ((west, wanted[0]), (south, wanted[1])):
                    assert abs(one - other) < 1e-6 * step, (path, one, other)
            heights = found.read(1)[::-1].astype(np.float64)
            if scaled:
                heights = heights * found.scales[0] + found.offsets[0]
            for one, other in zip(heights.ravel(), expect["heights_m"], strict=True):
                assert other is None or abs(one - other) <= 1e-9 * abs(other), (path, one, other)


def pds3_variants(corpus):
    null = np.frombuffer(bytes.fromhex("fbff7fff"), "<f4")[0]
    holed = with_holes(ground("float32"), null)
    missing = "  MISSING_CONSTANT             = 16#FF7FFFFB#\n"
    scale = 1.0113804322107

    def add(name, image, expect, check=True, shift=0.0, scaled=True, **how):
        image.attached(corpus.folder / name, **how)
        if check:
            gdal_agrees(corpus.folder / name, expect, shift, scaled)
        corpus.expected[name] = expect

    hirise = Pds3(holed.astype("<f4"), "PC_REAL", scale, image=missing)
    add("hirise.img", hirise, hirise.expected(null))
    add("hirise-bytes.img", hirise, hirise.expected(null), in_bytes=True)
    lines = Pds3(holed.astype("<f4"), "PC_REAL", scale, image=missing, prefix=12, suffix=5)
    # GDAL does not know bytes around the lines of an attached image.
    add("hirise-prefix.img", lines, lines.expected(null), check=False)
    one = Pds3(holed.astype(">f4"), "IEEE_REAL", 2.5, centre=-90.0, projection='"POLAR STEREOGRAPHIC"',
               radius=1737.4, line_offset=8000.5, sample_offset=7000.5, image=missing)
    expect = one.expected(null)
    expect["ground_per_map"] = ground_per_map(
        MOON_POLE, expect["south_west_m"][0] + 18 * 2.5, expect["south_west_m"][1] + 14 * 2.5)
    add("lola-pole.img", one, expect)

    radius, resolution = 3396.0, 128.0
    pixel = math.radians(radius * 1000.0) / resolution
    mola_scale = (f"  MAP_RESOLUTION = {resolution} <PIXEL/DEG>\n  MAP_SCALE = 0.463 <KM/PIXEL>\n"
                  "  MAXIMUM_LATITUDE = 44.0 <DEG>")
    for kind, dtype in (("MSB_INTEGER", ">i2"), ("LSB_INTEGER", "<i2"), ("PC_INTEGER", "<i4"),
                        ("SUN_INTEGER", ">i4"), ("MSB_UNSIGNED_INTEGER", ">u2"),
                        ("UNSIGNED_INTEGER", ">u2"), ("LSB_UNSIGNED_INTEGER", "<u2"),
                        ("PC_REAL", "<f8"), ("MAC_REAL", ">f4"), ("VAX_INTEGER", "<i2")):
        native = np.dtype(dtype).newbyteorder("=")
        mola = Pds3(ground(native).astype(dtype), kind, pixel, projection='"SIMPLE CYLINDRICAL"',
                    radius=radius, centre=0.0, line_offset=5632.5, sample_offset=11520.5,
                    scale=mola_scale)
        add(f"mola-{kind.lower()}-{dtype[1:]}.img", mola, mola.expected(shift=1.0),
            check=kind in ("MSB_INTEGER", "LSB_INTEGER", "PC_REAL"), shift=1.0)
    lola = Pds3(with_holes(ground("int16"), -32768).astype("<i2"), "LSB_INTEGER",
                math.radians(1737400.0) / 64, projection='"SIMPLE CYLINDRICAL"', radius=1737.4,
                centre=0.0, line_offset=5759.5, sample_offset=11519.5,
                scale="  MAP_RESOLUTION = 64 <PIXEL/DEG>\n  MAP_SCALE = 0.473802 <KM/PIXEL>\n"
                      "  MAXIMUM_LATITUDE = 90.0 <DEG>",
                image="  UNIT = METER\n  SCALING_FACTOR = 0.5\n  OFFSET = 1737400.\n"
                      "  MISSING_CONSTANT = -32768\n")
    add("lola-radius.img", lola, lola.expected(-32768, scale=0.5, offset=1737400.0))

    hirise.detached(corpus.folder / "detached.lbl", "DETACHED-IMAGE.IMG")
    corpus.expected["detached.lbl"] = hirise.expected(null)
    hirise.detached(corpus.folder / "skipped.lbl", "SKIPPED.IMG", skipped_records=3)
    corpus.expected["skipped.lbl"] = hirise.expected(null)
    corpus.expected["skipped.img"] = hirise.expected(null)
    pds3_refused(corpus, hirise)


def pds3_refused(corpus, good):
    good.attached(corpus.folder / "refuse-bands.img")
    text = (corpus.folder / "refuse-bands.img").read_bytes()
    for name, old, new, words in (
            ("bands", b"= 1\r\n  SAMPLE_BITS", b"= 3\r\n  SAMPLE_BITS", "3 bands"),
            ("vax", b"= PC_REAL", b"= VAX_REAL", "VAX_REAL"),
            ("pointer", b"^IMAGE ", b"^IMAGO ", "^IMAGE"),
            ("lines", b"END_OBJECT = IMAGE_MAP_PROJECTION", b"END_ABJECT = IMAGE_MAP_PROJECTION",
             "END comes before"),
            ("scale", b"MAP_SCALE", b"MOP_SCALE", "spacing_m")):
        assert old in text, name
        (corpus.folder / f"refuse-{name}.img").write_bytes(text.replace(old, new, 1))
        corpus.expected[f"refuse-{name}.img"] = {"error": words}


def png_variants(corpus):
    """Counts with the scale that the reader is given; GDAL writes missing data as tRNS."""
    scale = {"spacing_m": 2.5, "height_per_count_m": 0.125, "height_at_zero_m": -4500.0}
    for dtype, mark in (("uint16", 65535), ("uint8", 255)):
        for holes in (False, True):
            array = ground("uint16").astype(dtype)
            if holes:
                array = with_holes(array, mark)
            name = f"{dtype}-{'holes' if holes else 'full'}.png"
            with rasterio.open(corpus.folder / name, "w", driver="PNG", dtype=dtype, count=1,
                               height=ROWS, width=COLUMNS, nodata=mark if holes else None) as out:
                out.write(array, 1)
            expect = expectation(array, mark if holes else None, spacing=(2.5, 2.5),
                                 south_west=(0.0, 0.0), scale=0.125, offset=-4500.0)
            corpus.expected[name] = {**expect, "options": scale}
    array = ground("uint16")
    packed = {"colour": (np.stack([array] * 3, -1), "in colour"),
              "alpha": (np.stack([array] * 2, -1), "alpha"), "plain": (array, "spacing_m")}
    for name, (pixels, words) in packed.items():
        (corpus.folder / f"refuse-{name}.png").write_bytes(imagecodecs.png_encode(pixels))
        options = {} if name == "plain" else {"options": scale}
        corpus.expected[f"refuse-{name}.png"] = {"error": words, **options}


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
    pds3_variants(corpus)
    png_variants(corpus)
    refused(corpus)
    corpus.close()
    print(f"{len(corpus.expected)} maps in {corpus.folder}")


if __name__ == "__main__":
    main()
