// Who has approved the invoice, who is still needed and why.
import { approvalsText, type Task } from '@invoice-desk/contract/approval/approval'
import { Group, Text } from '@mantine/core'
import { dateAndTime } from '../../../shared/text/times.ts'
import { IconCircleCheck } from '../../../shared/ui/icons.ts'
import { hasApprovals, noteFor, unavailableText, waitingText } from './approvals.ts'
import classes from './approvals-section.module.css'

export const ApprovalsSection = ({ task }: { task: Task }) => {
  const { rule, given, needed, waiting } = task.approval
  const note = noteFor(task)
  if (!hasApprovals(task)) return note ? <Note text={note} /> : null
  return (
    <section aria-labelledby="approvals">
      <Group justify="space-between" gap="0.25rem 0.5rem">
        <Text component="h3" id="approvals" fz="inherit" fw={600}>
          {approvalsText({ given: given.length, needed })}
        </Text>
        {rule ? (
          <Text fz="inherit" c="var(--muted)">
            Rule: {rule}
          </Text>
        ) : null}
      </Group>
      <ul className={`stack gap-1 ${classes.list}`}>
        {given.map(({ email, name, at, for: person }) => (
          <li key={email} data-done>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            <span>
              {name} approved{person ? ` for ${person}` : ''}{' '}
              <time className="quiet" dateTime={at}>
                {dateAndTime.format(new Date(at))}
              </time>
            </span>
          </li>
        ))}
        {waiting.map((stage, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name
          <li key={index}>
            <span className={classes.open} aria-hidden="true" />
            <span>
              {waitingText(stage, index)}
              <Unavailable text={unavailableText(stage)} />
            </span>
          </li>
        ))}
      </ul>
      {note ? <Note text={note} /> : null}
    </section>
  )
}

const Unavailable = ({ text }: { text: string | undefined }) =>
  text ? (
    <Text fz="sm" c="var(--warning)">
      {text}
    </Text>
  ) : null

const Note = ({ text }: { text: string }) => (
  <Text fz="inherit" c="var(--muted)" mt="0.375rem">
    {text}
  </Text>
)
