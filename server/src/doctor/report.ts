// Prints what `npm run doctor` found, for people or as JSON.
import { styleText } from 'node:util'
import type { Finding } from '@invoice-desk/contract/system/service-checks'

export type Section = {
  /** A service, or `settings`. */
  readonly name: string
  readonly title: string
  readonly findings: readonly Finding[]
}

const MARKS = {
  ok: ['✓', 'green'],
  note: ['!', 'yellow'],
  problem: ['✗', 'red'],
  skipped: ['–', 'gray'],
} as const satisfies Record<Finding['state'], readonly [string, string]>

/** Colored only in a terminal. */
export const describeSection = ({ title, findings }: Section): string =>
  [
    styleText('bold', title),
    ...findings.flatMap(({ state, text, fix }) => {
      const [mark, color] = MARKS[state]
      return [`  ${styleText(color, mark)} ${text}`, ...(fix ? [`    → ${fix}`] : [])]
    }),
    '',
  ].join('\n')

const count = (sections: readonly Section[], state: Finding['state']): number =>
  sections.flatMap(({ findings }) => findings).filter((each) => each.state === state).length

export const isHealthy = (sections: readonly Section[]): boolean => count(sections, 'problem') === 0

export const summarize = (sections: readonly Section[]): string => {
  const problems = count(sections, 'problem')
  const counts = [
    numbered(count(sections, 'note'), 'note'),
    `${count(sections, 'skipped')} skipped`,
    `${count(sections, 'ok')} fine`,
  ].join(', ')
  return problems === 0
    ? `${styleText('green', 'No problems found')}: ${counts}.`
    : `${styleText('red', numbered(problems, 'problem'))}, ${counts}. Fix what has a ✗, and run this again.`
}

const numbered = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`

export const toJson = (sections: readonly Section[]): string =>
  JSON.stringify(
    {
      healthy: isHealthy(sections),
      services: sections.map(({ name, findings }) => ({ service: name, findings })),
    },
    null,
    2,
  )
