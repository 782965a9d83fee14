// Tests Stripe: the keys, the account, and the webhook endpoint with its events.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import {
  createStripeAccount,
  type PublicKeyAnswer,
} from '../../../providers/stripe/stripe-account.ts'
import type { Config } from '../../../settings/config.ts'
import { type Check, findingsOf, note, ok, problem, skipped } from './check.ts'
import {
  allEvents,
  missingEvents,
  notSetUp,
  timeoutOf,
  webhookArrival,
  webhookUrlOf,
} from './payment-webhooks.ts'
import { failureOf, isAuthFailure } from './provider-failures.ts'

type Account = ReturnType<typeof createStripeAccount>
type Mode = Pick<Config, 'mode'>
const modeOf = ({ mode }: Mode) => (mode === 'live' ? 'live' : 'test')
const atPage = ({ mode }: Mode, page: 'apikeys' | 'webhooks'): string =>
  `At dashboard.stripe.com/${mode === 'live' ? '' : 'test/'}${page}`

export const checkStripe: Check = async (deps) => {
  const { config } = deps
  const settings = config.payments.stripe
  if (!settings) return [notSetUp('stripe')]
  const app = { mode: config.mode, paymentTimeoutMs: timeoutOf(config) }
  const account = createStripeAccount(settings, app)
  try {
    return [
      accountFinding(await account.find(), config),
      // Keys of the other mode are refused at the start.
      ok(`Both keys are for ${modeOf(config)} mode.`),
      publicKeyFindings(config)[await account.testPublicKey()],
      ...(await endpointFindings(account, config)),
      await webhookArrival(deps, 'stripe', noWebhook(config)),
    ]
  } catch (error) {
    return [isAuthFailure(error) ? refused(config) : failureOf(error, 'Stripe', settings.apiUrl)]
  }
}

const refused = (config: Config): Finding =>
  problem(
    'Stripe refused STRIPE_SECRET_KEY.',
    `${atPage(config, 'apikeys')}, copy the secret key again. Stripe shows a live key only once. Create a new one if you didn't save it.`,
  )

const accountFinding = (found: Awaited<ReturnType<Account['find']>>, config: Config): Finding => {
  if (!found) {
    return note(
      "STRIPE_SECRET_KEY is a restricted key that can't read the account, so we can't tell whether the account is ready.",
      `${atPage(config, 'apikeys')}, allow this key to read accounts.`,
    )
  }
  const { id, canCharge, isComplete } = found
  if (isComplete && canCharge) return ok(`Stripe can charge cards for the account ${id}.`)
  const text = isComplete
    ? `Stripe doesn't let the account ${id} charge cards.`
    : `The account ${id} isn't complete, so it can't charge cards.`
  const fix = 'At dashboard.stripe.com, finish what Stripe asks for.'
  // In test mode, cards can be charged before the account is complete.
  return config.mode === 'live' ? problem(text, fix) : note(text, fix)
}

const publicKeyFindings = (config: Config): Readonly<Record<PublicKeyAnswer, Finding>> => ({
  same_account: ok('The publishable key and the secret key are for the same account.'),
  other_account: problem(
    'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are for different accounts, so every payment fails.',
    `${atPage(config, 'apikeys')}, copy both keys from the same account.`,
  ),
  refused: problem(
    'Stripe refused STRIPE_PUBLISHABLE_KEY.',
    `${atPage(config, 'apikeys')}, copy the publishable key again.`,
  ),
  unknown: skipped(
    "We can't tell yet whether both keys are for the same account. The first payment shows it.",
  ),
})

const noWebhook = (config: Config): string =>
  `${atPage(config, 'webhooks')}, open the endpoint. Copy its signing secret into STRIPE_WEBHOOK_SECRET, and see why deliveries failed. Then resend one, and test again.`

const endpointFindings = async (account: Account, config: Config): Promise<Finding[]> => {
  const endpoints = await account.listEndpoints()
  const url = webhookUrlOf(config, 'stripe')
  if (!endpoints) {
    return [
      note(
        "STRIPE_SECRET_KEY is a restricted key that can't read webhook endpoints, so we can't tell whether ours is right.",
        `${atPage(config, 'apikeys')}, allow this key to read webhook endpoints. Or compare it yourself. ${atPage(config, 'webhooks')}, the endpoint ${url} needs the events ${allEvents('stripe')}.`,
      ),
    ]
  }
  const ours = endpoints.filter((each) => each.url === url)
  const endpoint = ours.find(({ isEnabled }) => isEnabled) ?? ours[0]
  if (!endpoint) {
    return [
      problem(
        `Stripe has no webhook endpoint with the address ${url}.`,
        `${atPage(config, 'webhooks')}, add it with the events ${allEvents('stripe')}. Then copy its signing secret into STRIPE_WEBHOOK_SECRET.`,
      ),
    ]
  }
  return describeEndpoint(endpoint, config, await account.apiVersion())
}

type Endpoint = NonNullable<Awaited<ReturnType<Account['listEndpoints']>>>[number]

const describeEndpoint = (endpoint: Endpoint, config: Config, ourVersion: string): Finding[] => {
  const { url, isEnabled, isLive, events, apiVersion } = endpoint
  const missing = missingEvents('stripe', events)
  const problems = findingsOf(
    !isEnabled &&
      problem(
        `The webhook endpoint ${url} is disabled.`,
        `${atPage(config, 'webhooks')}, enable it.`,
      ),
    isLive !== (config.mode === 'live') &&
      problem(
        `The webhook endpoint ${url} is for ${isLive ? 'live' : 'test'} mode.`,
        `${atPage(config, 'webhooks')}, add the endpoint for ${modeOf(config)} mode. Then copy its signing secret into STRIPE_WEBHOOK_SECRET.`,
      ),
    missing.length > 0 &&
      problem(
        `The webhook endpoint doesn't have these events: ${missing.join(', ')}.`,
        `${atPage(config, 'webhooks')}, open the endpoint and add them.`,
      ),
  )
  return findingsOf(
    ...problems,
    problems.length === 0 && ok(`Stripe sends all events that we need to ${url}.`),
    apiVersion !== null &&
      apiVersion !== ourVersion &&
      ok(
        `Stripe sends events in version ${apiVersion} of its API, and we use ${ourVersion}. Both work, because we look up every payment that an event is about.`,
      ),
  )
}
