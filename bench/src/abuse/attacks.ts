// Open redirects, hijacked sign-in flows and forged webhooks.
import {
  attackConnection,
  attackReturnPaths,
  attackReturnUrls,
  attackSignIn,
} from '@invoice-desk/testing/abuse/redirects'
import { attackWebhooks, floodWebhooks } from '@invoice-desk/testing/abuse/webhooks'
import { openWorld } from '@invoice-desk/testing/abuse/world'
import type { AbuseMeasurement } from './measurement.ts'

const ATTACKS = [
  ['return addresses of the emailed link', attackReturnUrls],
  ['return paths of sign-in', attackReturnPaths],
  ['state, nonce and PKCE of sign-in', (world) => attackSignIn(world)],
  ['state of the QuickBooks connection', attackConnection],
  ['forged webhooks of Stripe, PayPal and QuickBooks', attackWebhooks],
  ['forged PayPal webhooks that must not cause a call to PayPal', floodWebhooks],
] as const satisfies readonly (readonly [string, typeof attackWebhooks])[]

export const attacksMeasurement: AbuseMeasurement = {
  name: 'attacks',
  run: async () => {
    await using world = await openWorld()
    const results = []
    for (const [what, attack] of ATTACKS) {
      const { attacks, passed } = await attack(world)
      results.push({
        measurement: 'Redirects and webhooks',
        setup: `${attacks} ${what}`,
        result: `let through: ${passed.length}`,
        problems: passed,
      })
    }
    return results
  },
}
