// Reads the sample files for the tests of retailer transactions.
import { readFile } from 'node:fs/promises'

export const sampleFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`./retailer/${name}`, import.meta.url))
