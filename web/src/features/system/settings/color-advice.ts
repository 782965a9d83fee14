// Says how a color is adjusted so that text on it stays readable.
import { accentScale, contrast } from '@invoice-desk/contract/values/accent-scale'

const WHITE = '#ffffff'

/** Undefined if buttons and links have the color itself. */
export const colorAdvice = (color: string): string | undefined => {
  const used = accentScale(color)[7]
  if (used === color.toLowerCase()) return undefined
  return contrast(color, WHITE) < contrast(used, WHITE)
    ? `This color is too light to read, so buttons and links use a darker shade, ${used}.`
    : `This color is hard to tell from black, so buttons and links use a lighter shade, ${used}.`
}
