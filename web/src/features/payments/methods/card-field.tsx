// The provider's own field for the card: what is typed there never reaches this page or our server.
import { Button, useComputedColorScheme } from '@mantine/core'
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import { Notice } from '../../../shared/ui/notice.tsx'
import { CardError } from '../attempt/payment-problem.ts'
import classes from './card-field.module.css'
import type { Tokenise } from './card-part.tsx'
import { loadCardService } from './card-service.ts'

type CardFieldProps = {
  readonly isLocked: boolean
  /** Called with the way to make a token once a card can be typed, and with nothing when it is gone. */
  readonly onReady: (tokenise: Tokenise | undefined) => void
}

export const CardField = (props: CardFieldProps) => {
  const [service, setService] = useState<Stripe | null>(null)
  const [isBroken, setIsBroken] = useState(false)
  const load = useCallback(() => {
    setIsBroken(false)
    loadCardService().then(setService, () => setIsBroken(true))
  }, [])
  useEffect(load, [load])
  if (isBroken) return <Broken onRetry={load} />
  return (
    <Elements stripe={service}>
      <Field {...props} />
    </Elements>
  )
}

const Broken = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    tone="warning"
    action={
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    <p>The card service cannot be reached. Please try again, or choose another payment method.</p>
  </Notice>
)

const Field = ({ isLocked, onReady }: CardFieldProps) => {
  const stripe = useStripe()
  const elements = useElements()
  const style = useFieldStyle()
  const ids = { label: useId(), error: useId() }
  const [isReady, setIsReady] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const [error, setError] = useState<string>()

  const tokenise: Tokenise = async (billing_details) => {
    const card = elements?.getElement(CardElement)
    if (!stripe || !card) throw new CardError('')
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details })
    if (made.paymentMethod) return made.paymentMethod.id
    if (made.error.type === 'validation_error') card.focus()
    throw new CardError(made.error.message ?? '')
  }
  const tell = useEffectEvent((ready: boolean) => onReady(ready ? tokenise : undefined))
  useEffect(() => {
    tell(isReady && stripe !== null)
    return () => tell(false)
  }, [isReady, stripe])

  return (
    <div className={classes.field}>
      <span id={ids.label} className={classes.label}>
        Card details
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame around the provider's. */}
      <div
        role="group"
        className={classes.frame}
        data-focused={isFocused || undefined}
        data-invalid={error ? true : undefined}
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
      </div>
      {error ? (
        <p id={ids.error} className={classes.error} role="alert">
          {error}
        </p>
      ) : (
        <p className={classes.hint}>Goes straight to the card service, and is never stored here.</p>
      )}
    </div>
  )
}

/** The provider's frame inherits nothing from the page: these are the theme's own colours. */
const useFieldStyle = () => {
  const isDark = useComputedColorScheme('light') === 'dark'
  const [ground, ink, faint, wrong] = isDark
    ? ['#232e37', '#dbe1e5', '#9aa7af', '#f0877f']
    : ['#ffffff', '#1b2327', '#56636b', '#b3261e']
  return {
    base: {
      backgroundColor: ground,
      color: ink,
      iconColor: faint,
      fontFamily: '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: faint },
    },
    invalid: { color: wrong, iconColor: wrong },
  }
}
