// One service: its state, its last test, and what the test found.
import type { Finding, ServiceCheck } from '@invoice-desk/contract/system/service-checks'
import { useRef } from 'react'
import { dateAndTime } from '../../../shared/text/times.ts'
import { type Tone, ToneIcon } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { CHECK_STATES, nameOf, sortFindings, stateOf } from './check-state.ts'
import classes from './health.module.css'

type ServiceRowProps = {
  readonly check: ServiceCheck
  readonly run: { readonly isRunning: boolean; readonly error?: unknown } | undefined
  readonly onTest: () => void
}

export const ServiceRow = ({ check, run, onTest }: ServiceRowProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const name = nameOf(check.service)
  const { label, tone } = CHECK_STATES[stateOf(check)]
  const isRunning = run?.isRunning ?? false
  return (
    <li className="inset">
      <div className="row tight">
        <h3 className={classes.name}>{name}</h3>
        <Pill tone={isRunning ? 'neutral' : tone}>{isRunning ? 'Testing…' : label}</Pill>
        <BusyButton
          ref={button}
          variant="default"
          size="xs"
          ml="auto"
          aria-label={`Test ${name}`}
          isBusy={isRunning}
          onClick={onTest}
        >
          Test
        </BusyButton>
      </div>
      {check.last ? (
        <p className="quiet">
          Tested <time dateTime={check.last.at}>{dateAndTime.format(new Date(check.last.at))}</time>{' '}
          by {check.last.by}
        </p>
      ) : null}
      {run?.error && !isRunning ? (
        <Problem
          error={run.error}
          title={`We couldn’t test ${name}`}
          onRetry={() => {
            // The button that was pressed goes away.
            button.current?.focus()
            onTest()
          }}
        />
      ) : null}
      {check.last ? <Findings findings={check.last.findings} isOld={isRunning} /> : null}
    </li>
  )
}

const Findings = ({ findings, isOld }: { findings: readonly Finding[]; isOld: boolean }) => {
  const { shown, folded } = sortFindings(findings)
  return (
    <div className={`stack gap-2 mt-1 ${classes.found}`} data-old={isOld || undefined}>
      {shown.length > 0 ? <FindingList findings={shown} /> : null}
      {folded.length > 0 ? (
        <details>
          <summary className={`quiet ${classes.fold}`}>
            {`Show ${folded.length} ${shown.length > 0 ? 'more ' : ''}${folded.length === 1 ? 'check' : 'checks'}`}
          </summary>
          <FindingList findings={folded} />
        </details>
      ) : null}
    </div>
  )
}

/** Read out before the text, as the icon is for the eye only. */
const KINDS: Readonly<Record<Finding['state'], { tone: Tone; word: string }>> = {
  problem: { tone: 'negative', word: 'Problem' },
  note: { tone: 'warning', word: 'Note' },
  skipped: { tone: 'neutral', word: 'Not tested' },
  ok: { tone: 'positive', word: 'Works' },
}

const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <ul className="stack gap-2">
    {findings.map(({ state, text, fix }) => (
      <li key={text} className="beside gap-2 anywhere" data-tone={KINDS[state].tone}>
        <ToneIcon tone={KINDS[state].tone} size={18} />
        <div className="slim">
          <span className="visually-hidden">{KINDS[state].word}: </span>
          {text}
          {fix ? <p className="muted">{fix}</p> : null}
        </div>
      </li>
    ))}
  </ul>
)
