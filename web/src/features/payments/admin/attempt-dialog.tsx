// The dialog for one payment: its status, what needs review, and its details.
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { attemptQuery, checkMutation } from './api.ts'
import { AttemptFacts, AttemptHistory, AttemptLines } from './attempt-details.tsx'
import { ResolveForm } from './resolve-form.tsx'
import { StatePill } from './state-pill.tsx'
import { meaningOf } from './states.ts'

type AttemptProps = { readonly attempt: PaymentAttemptDetails }

export const AttemptDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const query = useQuery(attemptQuery(id))
  const title = query.data ? `Payment by ${query.data.companyName}` : 'Payment'
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Loaded query={query}>
        {(attempt) => (
          <Stack gap="lg">
            <Status attempt={attempt} />
            {attempt.review || attempt.state === 'needs_review' ? (
              <ResolveForm attempt={attempt} />
            ) : null}
            <AttemptFacts attempt={attempt} />
            <AttemptLines lines={attempt.lines} />
            <AttemptHistory events={attempt.events} />
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}

const Status = ({ attempt }: AttemptProps) => (
  <Group justify="space-between" align="flex-start">
    <Box flex="1 1 18rem">
      <StatePill attempt={attempt} />
      <Text mt="xs">{meaningOf(attempt).text}</Text>
      {attempt.failure ? <p>“{attempt.failure}”</p> : null}
    </Box>
    <Group>
      {attempt.receiptUrl ? (
        <a href={attempt.receiptUrl} target="_blank" rel="noopener noreferrer">
          Receipt
        </a>
      ) : null}
      <CheckNow attempt={attempt} />
    </Group>
  </Group>
)

const CheckNow = ({ attempt }: AttemptProps) => {
  const check = useMutation({
    ...checkMutation(useQueryClient()),
    onError: (error) => showToast('error', messageOf(error)),
  })
  const run = () =>
    check.mutate(attempt.id, {
      onSuccess: (checked) => {
        if (checked.unanswered) {
          const text = `${checked.unanswered} isn't responding, so this is the last known status. We'll keep checking. You can also try again in a minute.`
          return showToast('warning', text)
        }
        const isSame = checked.state === attempt.state && checked.review === attempt.review
        if (isSame) showToast('info', 'Checked. Nothing has changed.')
        else showToast('success', `Checked. New status: ${meaningOf(checked).label}.`)
      },
    })
  return (
    <BusyButton variant="default" isBusy={check.isPending} busyLabel="Checking..." onClick={run}>
      Check now
    </BusyButton>
  )
}
