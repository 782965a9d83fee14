// The business's logo for receipts, if it is a picture that a PDF can hold. A receipt without one is still a receipt.
import { readFile } from 'node:fs/promises'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
/** Where a PNG says whether its lines are interlaced, which the PDF library cannot read. */
const INTERLACE_AT = 28

export const readLogo = async (path: string | undefined): Promise<Buffer | undefined> => {
  const file = path === undefined ? undefined : await readFile(path).catch(() => undefined)
  if (!file) return undefined
  const isPng = file.subarray(0, PNG.length).equals(PNG) && file[INTERLACE_AT] === 0
  return isPng || file.subarray(0, JPEG.length).equals(JPEG) ? file : undefined
}
