// Checks that a browser shows a PDF, and what it prints.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { run } from '../../scripts/lib/processes.mjs'
import type { Page } from './page.ts'
import { countPixels } from './png.ts'

const MAGENTA = [255, 0, 255] as const
const PIXELS_MIN = 10_000
const PAINT = '1 0 1 rg 0 0 595 842 re f'

/** One page in a color that our pages don't use. Viewers can read it without a cross-reference table. */
export const PAINTED_PDF = Buffer.from(`%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>> endobj
4 0 obj <</Length ${PAINT.length}>> stream
${PAINT}
endstream endobj
trailer <</Size 5/Root 1 0 R>>
%%EOF
`)

export const writePainted = async (): Promise<string> => {
  const path = join(await mkdtemp(join(tmpdir(), 'desk-file-')), 'painted.pdf')
  await writeFile(path, PAINTED_PDF)
  return path
}

export const expectPainted = (page: Page): Promise<void> =>
  waitFor(async () => {
    if (countPixels(await page.screenshot(), MAGENTA) < PIXELS_MIN) {
      throw new Error("The PDF isn't shown.")
    }
  })

/** Checks that the first printed page contains these words. */
export const expectPrinted = async (page: Page, words: readonly string[]): Promise<void> => {
  if (!page.print) return
  const folder = await mkdtemp(join(tmpdir(), 'desk-print-'))
  try {
    const path = join(folder, 'printed.pdf')
    await writeFile(path, await page.print())
    const { output } = await run('pdftotext', ['-l', '1', '-layout', path, '-'], { quiet: true })
    const missing = words.filter((word) => !output.includes(word))
    if (missing.length > 0) throw new Error(`Not on the first printed page: ${missing}\n${output}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
