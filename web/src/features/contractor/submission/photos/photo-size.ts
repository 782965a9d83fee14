// How large a photo may be. Pixels count, not sides: a long receipt stays readable.

type Size = { readonly width: number; readonly height: number }

/** Enough to read the small print of a page. */
const PIXELS_MAX = 8_000_000
/** A narrow photo keeps this width, even if it has more pixels then. */
const NARROW = 1_000
/** The longest canvas that all browsers have. */
const SIDE_MAX = 16_384

export const isModerate = ({ width, height }: Size): boolean => width * height <= PIXELS_MAX

export const paintedSize = ({ width, height }: Size): Size => {
  const enough = Math.max(
    Math.sqrt(PIXELS_MAX / (width * height)),
    NARROW / Math.min(width, height),
  )
  const scale = Math.min(1, enough, SIDE_MAX / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: scaled(width), height: scaled(height) }
}
