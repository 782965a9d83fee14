// The public pages in Lighthouse, compared with the same content without scripts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PagePath } from '@invoice-desk/contract/system/pages'
import { startSandbox } from '@invoice-desk/sandbox/start'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { NO_REQUEST_LIMIT } from '@invoice-desk/testing/app/settings'
import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { chromium } from '@playwright/test'
import { getChromium } from '../../../scripts/lib/chromium.mjs'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { quantile } from '../speed/rounds.ts'
import { type Bench, kilobytes, type Row, type Table, times } from '../table.ts'
import { type BarePages, serveBarePages } from './bare-pages.ts'
import { auditPage, type PageAudit } from './lighthouse.ts'
import { BUDGETS, type PageSize, readPageSizes } from './sizes.ts'

const PUBLIC: readonly PagePath[] = [
  '/',
  '/auth',
  '/submit-invoice',
  '/vendor-details',
  '/pay-invoice',
  '/payment-success',
  '/amazon-transactions',
  '/privacy',
  '/eula',
  '/terms',
]
/** Excluded by robots.txt on purpose, which Lighthouse counts against them. */
const HIDDEN: readonly string[] = ['/vendor-details', '/payment-success', '/amazon-transactions']
/** Runs per page; the median counts. */
const LOOKS = 5

export const webBench: Bench = {
  name: 'web',
  run: async () => [sizesTable(await readPageSizes()), await withDesk(looksTable)],
}

const sizesTable = (sizes: readonly PageSize[]): Table => ({
  title: 'First view: our own gzipped bytes per page',
  rows: sizes.map(({ path, script, scripts, style }) => ({
    page: path,
    script: kilobytes(script),
    'script requests': scripts,
    style: kilobytes(style),
    'script budget': budgetText(path),
  })),
})

const budgetText = (path: PagePath): string => {
  const budget = BUDGETS[path]
  return budget ? `≤ ${budget.kilobytes} kB, ≤ ${budget.scripts} requests` : ''
}

type Place = { readonly url: string; readonly bare: BarePages; readonly debuggingPort: number }

const looksTable = async ({ url, bare, debuggingPort }: Place): Promise<Table> => {
  const rows: Row[] = []
  const complaints = new Set<string>()
  for (const path of PUBLIC) {
    const [ours, plain]: [PageAudit[], PageAudit[]] = [[], []]
    for (let look = 0; look < LOOKS; look += 1) {
      ours.push(await auditPage(url + path, debuggingPort))
      plain.push(await auditPage(bare.url + path, debuggingPort))
    }
    for (const id of ours.flatMap((look) => look.complaints)) complaints.add(`${path}: ${id}`)
    rows.push(rowOf(path, ours, plain))
    console.log(JSON.stringify(rows.at(-1)))
  }
  const note =
    complaints.size === 0 ? undefined : `Lighthouse reports: ${[...complaints].join(', ')}.`
  const title =
    'Public pages on a phone (Lighthouse), compared with the same content without a script'
  return { title, rows, ...(note && { note }) }
}

const rowOf = (page: string, ours: readonly PageAudit[], plain: readonly PageAudit[]): Row => {
  const median = (looks: readonly PageAudit[], of: (look: PageAudit) => number) =>
    quantile(looks.map(of), 0.5)
  const paired = (of: (look: PageAudit) => number) => {
    const [mine, bare] = [median(ours, of), median(plain, of)]
    return `${Math.round(mine)} ms (${Math.round(bare)} ms), ${times(mine / bare)}`
  }
  const score = (of: (look: PageAudit) => number) => median(ours, of)
  return {
    page,
    performance: `${score((look) => look.performance)} (${median(plain, (look) => look.performance)})`,
    accessibility: score((look) => look.accessibility),
    'best practices': score((look) => look.bestPractices),
    SEO: score((look) => look.seo),
    'largest paint (bare)': paired((look) => look.largestPaint),
    'interactive (bare)': paired((look) => look.interactive),
    goal: HIDDEN.includes(page) ? '≥ 98, 100, 100' : '≥ 98, 100, 100, 100',
  }
}

const withDesk = async (work: (place: Place) => Promise<Table>): Promise<Table> => {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'desk-web-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const [port, debuggingPort] = [await freePort(), await freePort()]
    const url = `http://localhost:${port}`
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
    undo.push(sandbox.close)
    const server = await startServer(sandbox, port, { ...NO_REQUEST_LIMIT, DATA_DIR: dataDir })
    undo.push(server.stop)
    process.env.CHROMIUM_PATH = await getChromium()
    const { args = [], ...launch } = chromiumLaunch()
    const browser = await chromium.launch({
      ...launch,
      args: [...args, `--remote-debugging-port=${debuggingPort}`],
    })
    undo.push(() => browser.close())
    const bare = await serveBarePages(browser, url, PUBLIC)
    undo.push(bare.close)
    return await work({ url, bare, debuggingPort })
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
