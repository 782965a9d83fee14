// What is wrong with a logo file, before it's sent. The server also reads its content.
import { LOGO_BYTES_MAX } from '@invoice-desk/contract/values/limits'

const TYPES = ['image/png', 'image/jpeg']

export const logoProblem = ({ size, type }: Pick<File, 'size' | 'type'>): string | undefined => {
  if (!TYPES.includes(type)) return 'Choose a PNG or JPEG image.'
  if (size === 0) return 'This file is empty. Choose another one.'
  if (size <= LOGO_BYTES_MAX) return undefined
  return `This file is ${sizeText(size)}. Choose one up to ${sizeText(LOGO_BYTES_MAX)}.`
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${Number((bytes / 1_000_000).toFixed(1))} MB`
