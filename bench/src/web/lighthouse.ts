// Runs Lighthouse on a page with its default settings: a phone on a slow network. npx downloads it on the first run,
// because it would be a fifth of everyone's install.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../scripts/lib/processes.mjs'

const LIGHTHOUSE = 'lighthouse@13.5.0'

export type PageAudit = {
  /** Scores out of 100. */
  readonly performance: number
  readonly accessibility: number
  readonly bestPractices: number
  readonly seo: number
  /** Milliseconds. */
  readonly largestPaint: number
  readonly interactive: number
  /** Failed audits, apart from speed. */
  readonly complaints: readonly string[]
}

/** The part of Lighthouse's report that we read. */
type Report = {
  readonly runtimeError?: { readonly message: string }
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number }>>
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >
}

const RULES = ['accessibility', 'best-practices', 'seo'] as const

export const auditPage = async (url: string, debuggingPort: number): Promise<PageAudit> => {
  const { audits, categories, runtimeError } = await readReport(url, debuggingPort)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const time = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const complaints = RULES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ weight, id }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: time('largest-contentful-paint'),
    interactive: time('interactive'),
    complaints,
  }
}

const readReport = async (url: string, debuggingPort: number): Promise<Report> => {
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  try {
    const file = join(folder, 'report.json')
    const to = ['--output=json', `--output-path=${file}`, '--quiet']
    const args = ['--yes', LIGHTHOUSE, url, `--port=${debuggingPort}`, ...to]
    const { code, output } = await run('npx', args, { quiet: true })
    if (code !== 0) throw new Error(`Lighthouse failed for ${url}:\n${output}`)
    return JSON.parse(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
