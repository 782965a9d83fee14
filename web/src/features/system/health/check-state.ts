// What the findings of a test add up to, for one service and for all of them.
import {
  type Finding,
  SERVICES,
  type Service,
  type ServiceCheck,
} from '@invoice-desk/contract/system/service-checks'
import type { Tone } from '../../../shared/ui/feedback/notice.tsx'

export type CheckState = 'works' | 'attention' | 'problem' | 'skipped' | 'untested'

export const CHECK_STATES: Readonly<Record<CheckState, { label: string; tone: Tone }>> = {
  works: { label: 'Works', tone: 'positive' },
  attention: { label: 'Needs attention', tone: 'warning' },
  problem: { label: 'Problem', tone: 'negative' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  untested: { label: 'Not tested yet', tone: 'neutral' },
}

/** A note without a fix is only worth knowing. */
export const stateOf = ({ last }: ServiceCheck): CheckState => {
  if (!last) return 'untested'
  const has = (state: Finding['state']) => last.findings.some((each) => each.state === state)
  if (has('problem')) return 'problem'
  if (last.findings.some(({ state, fix }) => state === 'note' && fix)) return 'attention'
  return has('ok') || has('note') ? 'works' : 'skipped'
}

const ORDER: readonly Finding['state'][] = ['problem', 'note', 'skipped', 'ok']

/** Problems come first. What is as it should be, or depends on a problem, can be folded. */
export const sortFindings = (findings: readonly Finding[]) => {
  const sorted = ORDER.flatMap((state) => findings.filter((each) => each.state === state))
  const hasProblem = sorted[0]?.state === 'problem'
  const isFolded = ({ state }: Finding) => state === 'ok' || (hasProblem && state === 'skipped')
  return { shown: sorted.filter((each) => !isFolded(each)), folded: sorted.filter(isFolded) }
}

export type Summary = {
  readonly total: number
  readonly passed: number
  readonly attention: number
  readonly problems: number
  readonly untested: number
  readonly skipped: number
  /** All are tested without a problem; only a service that isn't set up was skipped. */
  readonly isClear: boolean
  /** When the test was made that is the longest ago. */
  readonly oldest: string | undefined
}

/** The business can go without them, and only then their test is skipped as a whole. */
const OPTIONAL: readonly Service[] = ['paypal', 'mail_relay']

const isClear = (check: ServiceCheck): boolean => {
  const state = stateOf(check)
  return (
    state === 'works' ||
    state === 'attention' ||
    (state === 'skipped' && OPTIONAL.includes(check.service))
  )
}

export const summaryOf = (checks: readonly ServiceCheck[]): Summary => {
  const count = (wanted: CheckState) => checks.filter((each) => stateOf(each) === wanted).length
  return {
    total: checks.length,
    passed: count('works'),
    attention: count('attention'),
    problems: count('problem'),
    untested: count('untested'),
    skipped: count('skipped'),
    isClear: checks.every(isClear),
    oldest: checks
      .flatMap(({ last }) => last?.at ?? [])
      .sort((a, b) => Date.parse(a) - Date.parse(b))[0],
  }
}

const listText = new Intl.ListFormat('en-US')

/** `8 of 10 services passed their last test. 1 has a problem, and 1 isn’t tested yet.` */
export const summaryText = (summary: Summary): string => {
  const { total, passed, attention, problems, untested, skipped } = summary
  if (untested === total) return 'No service has been tested yet.'
  if (passed === total) return `All ${total} services passed their last test.`
  const rest = [
    ...(attention > 0 ? [`${attention} ${attention === 1 ? 'needs' : 'need'} attention`] : []),
    ...(problems > 0 ? [`${problems} ${problems === 1 ? 'has' : 'have'} a problem`] : []),
    ...(untested > 0 ? [`${untested} ${untested === 1 ? 'isn’t' : 'aren’t'} tested yet`] : []),
    ...(skipped > 0 ? [`${skipped} ${skipped === 1 ? 'was' : 'were'} skipped`] : []),
  ]
  return `${passed} of ${total} services passed their last test. ${listText.format(rest)}.`
}

/** For screen readers: `Stripe: Problem. The webhook endpoint lacks an event.` */
export const resultText = (check: ServiceCheck): string => {
  const first = check.last?.findings.find(({ state }) => state === 'problem')
  const text = `${nameOf(check.service)}: ${CHECK_STATES[stateOf(check)].label}.`
  return first ? `${text} ${first.text}` : text
}

export const nameOf = (service: Service): string => SERVICES[service]
