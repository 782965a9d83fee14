// Reads what an image is from its first bytes, without decoding it: a small file may have any number of pixels.

export type ImageHeader = {
  readonly type: 'jpeg' | 'png' | 'heic'
  readonly width: number
  readonly height: number
  /** False if a viewer has to rotate or mirror it. */
  readonly isUpright: boolean
}

/** Metadata that cameras write before the size takes less. */
export const HEADER_BYTES_MAX = 512 * 1024

/** Undefined if it isn't an image of a known type. */
export const readHeader = (bytes: Uint8Array<ArrayBuffer>): ImageHeader | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x89_50_4e_47) return readPng(view)
    if (view.getUint16(0) === 0xff_d8) return readJpeg(view)
    return HEIC_BRANDS.includes(text(view, 4, 8)) ? readHeic(view) : undefined
  } catch {
    // The file ends too early.
    return undefined
  }
}

const text = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

const readPng = (view: DataView): ImageHeader => ({
  type: 'png',
  width: view.getUint32(16),
  height: view.getUint32(20),
  isUpright: true,
})

const readJpeg = (view: DataView): ImageHeader | undefined => {
  let isUpright = true
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    // Any number of these may come before a marker.
    while (view.getUint8(at + 1) === 0xff) at += 1
    const marker = view.getUint8(at + 1)
    if (marker === 0xe1 && text(view, at + 4, 6) === 'Exif\0\0')
      isUpright = isExifUpright(view, at + 10)
    if (FRAMES.has(marker)) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return { type: 'jpeg', width, height, isUpright }
    }
  }
  return undefined
}

/** Markers of the segment with the size; c4, c8 and cc are something else. */
const FRAMES = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])

const ORIENTATION = 0x01_12

const isExifUpright = (view: DataView, start: number): boolean => {
  const isLittle = text(view, start, 2) === 'II'
  const list = start + view.getUint32(start + 4, isLittle)
  const count = view.getUint16(list, isLittle)
  for (let index = 0; index < count; index += 1) {
    const entry = list + 2 + index * 12
    if (view.getUint16(entry, isLittle) === ORIENTATION) {
      return view.getUint16(entry + 8, isLittle) <= 1
    }
  }
  return true
}

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
  (brand) => `ftyp${brand}`,
)

/** The largest of its pictures; the others are tiles and previews. */
const readHeic = (view: DataView): ImageHeader | undefined => {
  let largest: ImageHeader | undefined
  for (let at = 0; at + 16 <= view.byteLength; at += 1) {
    if (view.getUint32(at) !== ISPE) continue
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (!largest || width * height > largest.width * largest.height) {
      largest = { type: 'heic', width, height, isUpright: false }
    }
  }
  return largest
}

/** `ispe`, the size of a picture. */
const ISPE = 0x69_73_70_65
