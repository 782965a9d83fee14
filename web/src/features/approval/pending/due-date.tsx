// A due date, marked if it's near or past.

import { Group } from '@mantine/core'
import { formatDay } from '../../../shared/text/times.ts'
import { today } from '../../../shared/text/today.ts'
import { Pill } from '../../../shared/ui/pill.tsx'
import { dueLabel } from './due.ts'

type DueDateProps = {
  readonly day: string
  readonly canBeLate?: boolean
}

export const DueDate = ({ day, canBeLate = true }: DueDateProps) => {
  const mark = canBeLate ? dueLabel(day, today()) : undefined
  return (
    <Group component="span" display="inline-flex" gap="0.25rem 0.5rem">
      <span style={{ whiteSpace: 'nowrap' }}>{formatDay(day)}</span>
      {mark ? <Pill tone={mark === 'Overdue' ? 'negative' : 'warning'}>{mark}</Pill> : null}
    </Group>
  )
}
