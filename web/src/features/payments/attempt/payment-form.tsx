// The payment card below the invoices: a summary, the payment method, and the payer's details.
import { formatDollars, formatUsd } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import {
  Button,
  Divider,
  Flex,
  Group,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useId, useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { CardForm } from '../methods/card-form.tsx'
import type { MethodFormProps } from '../methods/method-form.tsx'
import { WalletForm } from '../methods/wallet-form.tsx'
import { ProblemNotice } from '../receipt/payment-status.tsx'
import { PayerInputs, usePayerForm } from './payer-inputs.tsx'
import type { PaymentProblem } from './payment-problem.ts'

export const PAYMENT_TITLE_ID = 'payment-information'

type PaymentFormProps = Omit<MethodFormProps, 'payer' | 'notice'> & {
  /** Why the payment failed, unless the invoices table says so. */
  readonly problem: PaymentProblem | undefined
  readonly onSearchAgain: () => void
}

/** One method of each kind. */
const METHODS = Object.values(PAYMENT_METHODS)
  .filter(({ kind }, index, all) => all.findIndex((each) => each.kind === kind) === index)
  .map(({ kind, label }) => ({ value: kind, label }))

/** Hidden but still laid out: a provider's frame that isn't displayed gets a height of 0. */
const HIDDEN = {
  position: 'absolute',
  width: '100%',
  height: 0,
  overflow: 'hidden',
  visibility: 'hidden',
} as const

export const PaymentForm = (props: PaymentFormProps) => {
  const { payment, lines, totalCents, problem, onSearchAgain } = props
  const [kind, setKind] = useState<(typeof METHODS)[number]['value']>('card')
  const [wasWalletOpened, setWasWalletOpened] = useState(false)
  const payer = usePayerForm()
  const formId = useId()
  const isLocked = payment.state.step !== 'idle'
  const searchAgain = problem?.mustSearch && (
    <Button variant="default" onClick={onSearchAgain}>
      Search again
    </Button>
  )
  const notice = problem && <ProblemNotice problem={problem} action={searchAgain} />
  const shared = { payment, payer, lines, totalCents }

  return (
    <Card>
      <section aria-labelledby={PAYMENT_TITLE_ID}>
        <Stack gap="md">
          <Title
            order={2}
            size="1.3125rem"
            id={PAYMENT_TITLE_ID}
            tabIndex={-1}
            style={{ outline: 'none', scrollMarginTop: '1.25rem' }}
          >
            Payment Information
          </Title>
          <Flex
            direction={{ base: 'column', md: 'row-reverse' }}
            align={{ md: 'flex-start' }}
            gap={{ base: 'lg', md: '2.5rem' }}
          >
            <Summary lines={lines} totalCents={totalCents} />
            <Stack flex={1} miw={0} pos="relative" gap="md">
              <SegmentedControl
                aria-label="Payment method"
                maw="24rem"
                fullWidth
                size="md"
                data={METHODS}
                value={kind}
                disabled={isLocked}
                onChange={(chosen) => {
                  setKind(chosen)
                  if (chosen === 'wallet') setWasWalletOpened(true)
                  payment.clear()
                }}
              />
              <PayerInputs
                form={payer}
                isLocked={isLocked}
                formId={kind === 'card' ? formId : undefined}
              />
              {/* Both stay mounted, so the card details aren't lost when the customer switches to the wallet and back. */}
              <div style={kind === 'card' ? undefined : HIDDEN}>
                <CardForm {...shared} formId={formId} notice={kind === 'card' ? notice : null} />
              </div>
              {wasWalletOpened ? (
                <div style={kind === 'wallet' ? undefined : HIDDEN}>
                  <WalletForm {...shared} notice={kind === 'wallet' ? notice : null} />
                </div>
              ) : null}
            </Stack>
          </Flex>
        </Stack>
      </section>
    </Card>
  )
}

/** The invoices table lists them all. */
const SUMMARY_LINES_MAX = 8

const Summary = ({ lines, totalCents }: Pick<PaymentFormProps, 'lines' | 'totalCents'>) => (
  <Paper
    component="section"
    aria-label="Summary"
    w={{ md: '20rem' }}
    p="md"
    bg="var(--sunken)"
    style={{ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
  >
    <Stack role="list" gap={4} c="dimmed" fz="sm">
      {lines.slice(0, SUMMARY_LINES_MAX).map(({ id, number, amount }) => (
        <Group key={id} role="listitem" justify="space-between" wrap="nowrap">
          <span>Invoice {number}</span>
          <span>{formatDollars(amount)}</span>
        </Group>
      ))}
      {lines.length > SUMMARY_LINES_MAX ? (
        <Text role="listitem" inherit>
          and {lines.length - SUMMARY_LINES_MAX} more
        </Text>
      ) : null}
    </Stack>
    <Divider my="sm" />
    <Group role="status" justify="space-between" fw={600}>
      <span>Total</span>{' '}
      <Text span inherit fz="1.375rem">
        {formatUsd(totalCents)}
      </Text>
    </Group>
  </Paper>
)
