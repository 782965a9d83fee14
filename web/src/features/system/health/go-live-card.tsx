// The go-live list: what a person tries before the first customer does, and what is done.
import { GO_LIVE_TITLES, type GoLiveStepView } from '@invoice-desk/contract/system/service-checks'
import { Checkbox, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { dateAndTime } from '../../../shared/text/times.ts'
import { Notice, ToneIcon } from '../../../shared/ui/feedback/notice.tsx'
import { saveStepMutation } from './api.ts'
import { type Summary, summaryText } from './check-state.ts'
import { STEP_TEXTS } from './go-live-steps.ts'

type GoLiveCardProps = {
  readonly steps: readonly GoLiveStepView[]
  readonly summary: Summary
  readonly person: string
}

export const GoLiveCard = ({ steps, summary, person }: GoLiveCardProps) => {
  const done = steps.filter((each) => each.done).length + (summary.isClear ? 1 : 0)
  return (
    <section className="panel" aria-labelledby="go-live">
      <div className="row card">
        <div className="grow">
          <Title order={2} fz="lg" id="go-live">
            Go-live checklist
          </Title>
          <p className="quiet">
            <span role="status">
              {done} of {steps.length + 1} done.
            </span>{' '}
            docs/going-live.md has the details.
          </p>
        </div>
      </div>
      {pageSettings.sandboxUrl ? (
        <div className="inset-below">
          <Notice tone="neutral">
            This list is for the real services. Here, the sandbox answers for some or all of them.
          </Notice>
        </div>
      ) : null}
      <ol className="rows ruled">
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
    <li className="beside gap-2 inset anywhere" data-tone={tone}>
      <ToneIcon tone={tone} />
      <div>
        <span className="medium">All services are tested, and none has a problem</span>
        <p className="quiet">
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
    <li className="inset">
      <Checkbox
        checked={done !== undefined}
        onChange={(event) => save.mutate(event.currentTarget.checked)}
        label={<span className="medium">{GO_LIVE_TITLES[step]}</span>}
        description={text}
      />
      <Stack gap="0.125rem" pl="2rem" mt="0.25rem">
        {save.error ? (
          <Text role="alert" fz="sm" c="var(--mantine-color-error)">
            We couldn’t save this. {messageOf(save.error)}
          </Text>
        ) : null}
        {done ? (
          <p className="quiet">
            Done <time dateTime={done.at}>{dateAndTime.format(new Date(done.at))}</time> by{' '}
            {done.by}
          </p>
        ) : null}
        <p className="wrap tight small">
          {links.map(({ to, label }) => (
            <AppLink key={to} to={to}>
              {label}
            </AppLink>
          ))}
          <span className="quiet">Docs: {section}</span>
        </p>
      </Stack>
    </li>
  )
}
