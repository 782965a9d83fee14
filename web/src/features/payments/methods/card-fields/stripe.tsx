// Stripe's card field. The card number never reaches this page or our server.
import { Button, Input, useComputedColorScheme } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import { pageSettings } from '../../../../shared/api/page-settings.ts'
import { loadScript } from '../../../../shared/browser/load-script.ts'
import { Notice } from '../../../../shared/ui/feedback/notice.tsx'
import { CardError } from '../../attempt/payment-problem.ts'
import type { CardFieldProps, Tokenize } from '../card-field-module.ts'

let loading: Promise<Stripe> | undefined

/** Loads Stripe's script once. The next call retries after a failure. */
const loadService = (): Promise<Stripe> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const load = async (): Promise<Stripe> => {
  const settings = pageSettings.payments.stripe
  if (!settings) throw new Error('Stripe is not configured.')
  // The package uses the script that is already on the page, which may come from the sandbox.
  if (!('Stripe' in window)) await loadScript(settings.scriptUrl)
  const service = await loadStripe(settings.publicKey)
  if (!service) throw new Error('Stripe did not start.')
  return service
}

export const showChallenge = async (clientSecret: string) =>
  (await loadService()).handleNextAction({ clientSecret })

export const CardField = (props: CardFieldProps) => {
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(() => {
    setHasFailed(false)
    loadService().then(setStripe, () => setHasFailed(true))
  }, [])
  useEffect(load, [load])
  if (hasFailed) return <LoadFailure onRetry={load} />
  return (
    <Elements stripe={stripe}>
      <Field {...props} />
    </Elements>
  )
}

const LoadFailure = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    tone="warning"
    action={
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    <p>
      We can't reach the card service. You weren't charged. Try again, allow its script if your
      browser blocks it, or choose another payment method.
    </p>
  </Notice>
)

/** Focus inside a frame of another origin doesn't match `:focus-within`. */
const FOCUSED = {
  outline: '2px solid var(--focus)',
  outlineOffset: 2,
  borderRadius: 'var(--mantine-radius-md)',
}

const Field = ({ isLocked, onReady }: CardFieldProps) => {
  const stripe = useStripe()
  const elements = useElements()
  const style = useFieldStyle()
  const ids = { label: useId(), error: useId() }
  const [isReady, setIsReady] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [error, setError] = useState<string>()

  const tokenize: Tokenize = async (billing_details) => {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) throw new CardError('')
    const result = await stripe.createPaymentMethod({ type: 'card', card, billing_details })
    if (result.paymentMethod) return result.paymentMethod.id
    if (result.error.type === 'validation_error') card.focus()
    throw new CardError(result.error.message ?? '')
  }
  const report = useEffectEvent((ready: boolean) => onReady(ready ? tokenize : undefined))
  useEffect(() => {
    report(isReady && stripe !== null)
    return () => report(false)
  }, [isReady, stripe])

  return (
    <Input.Wrapper
      label="Card details"
      labelElement="div"
      labelProps={{ id: ids.label }}
      description={error ? undefined : 'Sent directly to the card service. We never store it.'}
      error={error}
      errorProps={{ id: ids.error, role: 'alert' }}
    >
      <Input
        component="div"
        role="group"
        multiline
        styles={{ input: { paddingBlock: '0.6875rem' } }}
        {...(isFocused && { style: FOCUSED })}
        error={error}
        aria-labelledby={ids.label}
        aria-describedby={error ? ids.error : undefined}
      >
        <CardElement
          options={{ style, disabled: isLocked, disableLink: true }}
          onReady={() => setIsReady(true)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          onChange={(event: StripeCardElementChangeEvent) => setError(event.error?.message)}
        />
      </Input>
    </Input.Wrapper>
  )
}

/** Stripe's frame inherits no styles, so these repeat the theme's colors. */
const useFieldStyle = () => {
  const isDark = useComputedColorScheme('light') === 'dark'
  const [background, text, faint, invalid] = isDark
    ? ['#151f1e', '#e8eeec', '#a0aeab', '#f8a9a3']
    : ['#ffffff', '#17211f', '#5a6562', '#a8281f']
  return {
    base: {
      backgroundColor: background,
      color: text,
      iconColor: faint,
      fontFamily: '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: faint },
    },
    invalid: { color: invalid, iconColor: invalid },
  }
}
