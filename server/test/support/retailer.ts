// The sample files that the tests of retailer transactions import.
import { readFile } from 'node:fs/promises'

export const sampleFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`./retailer/${name}`, import.meta.url))
