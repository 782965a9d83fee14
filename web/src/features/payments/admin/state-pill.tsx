// The state of a payment as a colored label.
import type { PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import { Stack } from '@mantine/core'
import { Pill } from '../../../shared/ui/pill.tsx'
import { meaningOf } from './states.ts'

export const StatePill = ({ attempt }: { attempt: PaymentAttempt }) => {
  const { label, tone } = meaningOf(attempt)
  return (
    <Stack gap={4} align="flex-start">
      <Pill tone={tone}>{label}</Pill>
      {attempt.review && attempt.state !== 'needs_review' ? (
        <Pill tone="negative">Needs review</Pill>
      ) : null}
    </Stack>
  )
}
