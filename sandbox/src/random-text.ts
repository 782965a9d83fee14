// Random ids made of given letters.
import { randomBytes } from 'node:crypto'

export const randomText = (length: number, letters: string): string =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')
