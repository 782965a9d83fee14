// The go-live list: what a person tries before the first customer does, and what is done.
import { GO_LIVE_TITLES, type GoLiveStepView } from '@invoice-desk/contract/system/service-checks'
import { Checkbox, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { dateAndTime } from '../../../shared/text/times.ts'
import { Notice, ToneIcon } from '../../../shared/ui/feedback/notice.tsx'
import { saveStepMutation } from './api.ts'
import { type Summary, summaryText } from './check-state.ts'
import { STEP_TEXTS } from './go-live-steps.ts'
import classes from './health.module.css'

type GoLiveCardProps = {
  readonly steps: readonly GoLiveStepView[]
  readonly summary: Summary
  readonly person: string
}

export const GoLiveCard = ({ steps, summary, person }: GoLiveCardProps) => {
  const done = steps.filter((each) => each.done).length + (summary.isClear ? 1 : 0)
  return (
    <section className="panel" aria-labelledby="go-live">
      <div className={classes.head}>
        <div className={classes.grow}>
          <Title order={2} fz="lg" id="go-live">
            Go-live checklist
          </Title>
          <p className={classes.quiet}>
            <span role="status">
              {done} of {steps.length + 1} done.
            </span>{' '}
            docs/going-live.md has the details.
          </p>
        </div>
      </div>
      {pageSettings.sandboxUrl ? (
        <div className={classes.sandbox}>
          <Notice tone="neutral">
            This list is for the real services. Here, the sandbox answers for some or all of them.
          </Notice>
        </div>
      ) : null}
      <ol className={classes.steps}>
        <ServicesStep summary={summary} />
        {steps.map((step) => (
          <Step key={step.step} view={step} person={person} />
        ))}
      </ol>
    </section>
  )
}

const ServicesStep = ({ summary }: { summary: Summary }) => {
  const tone = summary.isClear ? 'positive' : 'neutral'
  return (
    <li className={classes.derived} data-tone={tone}>
      <ToneIcon tone={tone} />
      <div>
        <span className={classes.title}>All services are tested, and none has a problem</span>
        <p className={classes.quiet}>
          {summary.isClear ? 'Done.' : 'Not yet.'} {summaryText(summary)}
        </p>
      </div>
    </li>
  )
}

const Step = ({ view, person }: { view: GoLiveStepView; person: string }) => {
  const { step, done } = view
  const { text, links, section } = STEP_TEXTS[step]
  const save = useMutation(saveStepMutation(useQueryClient(), step, person))
  return (
    <li>
      <Checkbox
        checked={done !== undefined}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
        label={<span className={classes.title}>{GO_LIVE_TITLES[step]}</span>}
        description={<span className={classes.text}>{text}</span>}
      />
      <div className={classes.more}>
        {save.error ? (
          <Text role="alert" fz="sm" c="var(--mantine-color-error)">
            We couldn’t save this. {messageOf(save.error)}
          </Text>
        ) : null}
        {done ? (
          <p className={classes.quiet}>
            Done <time dateTime={done.at}>{dateAndTime.format(new Date(done.at))}</time> by{' '}
            {done.by}
          </p>
        ) : null}
        <p className={classes.links}>
          {links.map(({ to, label }) => (
            <AppLink key={to} to={to}>
              {label}
            </AppLink>
          ))}
          <span className={classes.quiet}>Docs: {section}</span>
        </p>
      </div>
    </li>
  )
}
