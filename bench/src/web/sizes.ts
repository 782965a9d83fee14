// The gzipped size of what a visitor downloads for each page.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { PAGES, type PagePath, pageNameOf } from '@invoice-desk/contract/system/pages'
import { readPageFiles } from '../../../server/src/http/page-files.ts'

const DIST = new URL('../../../web/dist/', import.meta.url)

/** The most that a visitor may have to download for some pages: gzipped script, and the requests for it. */
export const BUDGETS: Readonly<
  Partial<Record<PagePath, { readonly kilobytes: number; readonly scripts: number }>>
> = {
  '/': { kilobytes: 122, scripts: 6 },
  '/submit-invoice': { kilobytes: 184, scripts: 10 },
  '/approve-invoice': { kilobytes: 184, scripts: 11 },
  '/pay-invoice': { kilobytes: 190, scripts: 12 },
  '/vendors': { kilobytes: 192, scripts: 14 },
}

export type PageSize = {
  readonly path: PagePath
  readonly script: number
  /** How many script files there are, each a request. */
  readonly scripts: number
  readonly style: number
}

export const readPageSizes = async (): Promise<PageSize[]> => {
  const filesOf = await readPageFiles(fileURLToPath(DIST))
  return Promise.all(
    PAGES.map(async (path) => {
      const { scripts, styles } = filesOf(pageNameOf(path))
      return {
        path,
        script: await gzippedBytes(scripts),
        scripts: scripts.length,
        style: await gzippedBytes(styles),
      }
    }),
  )
}

const gzippedBytes = async (files: readonly string[]): Promise<number> => {
  let total = 0
  for (const file of files) {
    total += gzipSync(await readFile(new URL(file, DIST)), { level: 9 }).length
  }
  return total
}
