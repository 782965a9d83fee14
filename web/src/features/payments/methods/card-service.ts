// The card provider's script, loaded once and only when a card is to be typed or a bank to be asked.
import type { Stripe } from '@stripe/stripe-js'
import { loadScript } from '../../../shared/load-script.ts'
import { pageSettings } from '../../../shared/page-settings.ts'

let loading: Promise<Stripe> | undefined

/** A failure is tried again with the next call. */
export const loadCardService = (): Promise<Stripe> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const load = async (): Promise<Stripe> => {
  const { stripe } = pageSettings
  if (!stripe) throw new Error('There is no card service.')
  const [{ loadStripe }] = await Promise.all([
    import('@stripe/stripe-js/pure'),
    // From the address in the settings; the package then takes what is there.
    'Stripe' in window ? undefined : loadScript(stripe.scriptUrl),
  ])
  const service = await loadStripe(stripe.publishableKey)
  if (!service) throw new Error('The card service did not start.')
  return service
}
