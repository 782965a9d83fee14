// The page that a payment returns to after a bank challenge or a wallet.
import { Button, Group, Stack } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paymentCalls } from '../features/payments/api.ts'
import { adviceOf } from '../features/payments/attempt/payment-advice.ts'
import { isRefused, problemOf } from '../features/payments/attempt/payment-problem.ts'
import { remainingCentsOf } from '../features/payments/receipt/open-after-payment.ts'
import { PaidLines, paidWithText } from '../features/payments/receipt/paid-lines.tsx'
import { PayRestLink } from '../features/payments/receipt/pay-rest-link.tsx'
import { CONFIRMING, paidText, ReceiptLink } from '../features/payments/receipt/payment-status.tsx'
import { useGo } from '../shared/navigation/app-link.tsx'
import { paths } from '../shared/navigation/paths.ts'
import { Card } from '../shared/ui/card.tsx'
import { ToneIcon } from '../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../shared/ui/form/busy-button.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const PaymentSuccessPage = () => {
  const [params] = useSearchParams()
  const sessionId = params.get('session_id')
  if (sessionId) return <Result key={sessionId} sessionId={sessionId} />
  return (
    <PaymentError>
      <p>No session ID found</p>
      <p>
        We can't tell which payment you mean, or whether you were charged. If you paid, we'll email
        you a receipt, so check your email before you pay again.
      </p>
    </PaymentError>
  )
}

const NOT_CONFIRMED =
  "Your bank hasn't confirmed this payment. You weren't charged. Return to your invoices to pay again."

/** Shows an error only when the server is certain. */
const Result = ({ sessionId }: { sessionId: string }) => {
  const { data: outcome, isFetching, refetch, isWaiting, isSlow } = useOutcome(sessionId)
  if (outcome?.status === 'refused' || outcome?.status === 'requires_action') {
    const problem = outcome.status === 'refused' ? outcome.problem : undefined
    const advice = problem && adviceOf(problem)
    return (
      <PaymentError>
        <p>{problem ? problem.message : NOT_CONFIRMED}</p>
        {advice ? <p>{advice}</p> : null}
      </PaymentError>
    )
  }
  if (outcome?.status === 'processing') {
    if (!isSlow) return waiting(`Your payment is being confirmed. ${CONFIRMING.soon}`)
    const checkAgain = (
      <BusyButton isBusy={isFetching} announced="Checking..." onClick={() => void refetch()}>
        Check again
      </BusyButton>
    )
    return (
      <ResultPage title="Your payment isn't confirmed yet" tone="neutral" action={checkAgain}>
        <p>{CONFIRMING.slow}</p>
      </ResultPage>
    )
  }
  if (isWaiting) return waiting("We're checking your payment.")
  const receipt = outcome?.receipt
  const hasRest = receipt && remainingCentsOf(receipt) > 0
  return (
    <ResultPage
      title="Payment Successful!"
      tone="positive"
      details={receipt && <PaidLines {...{ outcome, receipt }} />}
      action={
        <>
          <ReceiptLink url={outcome?.receiptUrl} {...(hasRest && { variant: 'default' })} />
          <PayRestLink receipt={receipt} />
          <ToInvoices label="Pay Another Invoice" />
        </>
      }
    >
      <p>Thank you for your payment. A confirmation email will be sent shortly.</p>
      {outcome ? <p>{paidText(outcome)}</p> : null}
      {receipt ? <p>{paidWithText(receipt)}</p> : null}
    </ResultPage>
  )
}

/** After this wait for the first answer, the page thanks the customer, as it does for unknown payments. */
const FIRST_ANSWER_MS_MAX = 8_000
/** After this, we stop polling and show a Check again button. */
const POLLING_MS_MAX = 3 * 60_000

/** A refusal is an outcome too, so that no later request can hide it. */
const complete = async (paymentId: string) => {
  try {
    return await paymentCalls.complete(paymentId)
  } catch (error) {
    if (isRefused(error)) return { status: 'refused', problem: problemOf(error, '', true) } as const
    throw error
  }
}

const useOutcome = (paymentId: string) => {
  const [startedAt] = useState(Date.now)
  const [isLate, setIsLate] = useState(false)
  useTimeout(() => setIsLate(true), FIRST_ANSWER_MS_MAX, { autoInvoke: true })
  const agePolled = (state: { dataUpdatedAt: number; errorUpdatedAt: number }) =>
    Math.max(0, state.dataUpdatedAt - startedAt, state.errorUpdatedAt - startedAt)
  const query = useQuery({
    queryKey: ['payments', 'outcome', paymentId],
    queryFn: () => complete(paymentId),
    // Returning to the tab doesn't refetch.
    staleTime: 'static',
    // Backs off from one second to half a minute.
    refetchInterval: ({ state }) =>
      state.data?.status === 'processing' && agePolled(state) < POLLING_MS_MAX
        ? Math.min(1_000 + agePolled(state) / 2, 30_000)
        : false,
  })
  return {
    ...query,
    isWaiting: query.isPending && !isLate,
    isSlow: agePolled(query) >= POLLING_MS_MAX,
  }
}

type ResultPageProps = ComponentProps<typeof Page> & {
  readonly tone: 'positive' | 'negative' | 'neutral'
  readonly details?: ReactNode
}

const ResultPage = ({ tone, details, children, action, ...page }: ResultPageProps) => (
  <Page width="card" {...page}>
    <Card>
      <Stack>
        <Group wrap="nowrap" align="flex-start" gap="sm" data-tone={tone}>
          <ToneIcon tone={tone} size={28} />
          <Stack
            gap="xs"
            role={tone === 'negative' ? 'alert' : 'status'}
            style={{ overflowWrap: 'anywhere' }}
          >
            {children}
          </Stack>
        </Group>
        {details}
        {action ? <Group gap="sm">{action}</Group> : null}
      </Stack>
    </Card>
  </Page>
)

/** Not a component: React keeps the status region for the result, and screen readers announce the change. */
const waiting = (text: string) => (
  <ResultPage {...publicPage('/payment-success')} tone="neutral">
    <p>{text}</p>
  </ResultPage>
)

const PaymentError = ({ children }: { children: ReactNode }) => (
  <ResultPage
    title="Payment Error"
    tone="negative"
    action={<ToInvoices label="Return to Invoices" />}
  >
    {children}
  </ResultPage>
)

const ToInvoices = ({ label }: { label: string }) => {
  const go = useGo()
  return (
    <Button variant="default" onClick={() => go(paths.payInvoice())}>
      {label}
    </Button>
  )
}
