// Runs Lighthouse on a page with its default settings: a phone on a slow network.
import lighthouse from 'lighthouse'

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

const RULES = ['accessibility', 'best-practices', 'seo'] as const

export const auditPage = async (url: string, debuggingPort: number): Promise<PageAudit> => {
  const result = await lighthouse(url, { port: debuggingPort, logLevel: 'error', output: 'json' })
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`)
  const { audits, categories, runtimeError } = result.lhr
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
