// Loads Stripe's script once, when a card is entered or a bank challenge is shown.
import type { Stripe } from '@stripe/stripe-js'
import { loadScript } from '../../../shared/load-script.ts'
import { pageSettings } from '../../../shared/page-settings.ts'

let loading: Promise<Stripe> | undefined

/** The next call retries after a failure. */
export const loadStripeService = (): Promise<Stripe> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const load = async (): Promise<Stripe> => {
  const { stripe } = pageSettings
  if (!stripe) throw new Error('Stripe is not configured.')
  const [{ loadStripe }] = await Promise.all([
    import('@stripe/stripe-js/pure'),
    // The package uses the script that is already on the page, which may come from the sandbox.
    'Stripe' in window ? undefined : loadScript(stripe.scriptUrl),
  ])
  const service = await loadStripe(stripe.publishableKey)
  if (!service) throw new Error('Stripe did not start.')
  return service
}
