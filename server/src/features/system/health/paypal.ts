// Tests PayPal: the client ID and secret, the webhook and its events, and whether we can read disputes.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { createPaypalWebhook } from '../../../providers/paypal/paypal-webhook.ts'
import type { Config } from '../../../settings/config.ts'
import { type Check, findingsOf, ok, problem } from './check.ts'
import {
  allEvents,
  missingEvents,
  notSetUp,
  timeoutOf,
  webhookArrival,
  webhookUrlOf,
} from './payment-webhooks.ts'
import { failureOf, isAuthFailure } from './provider-failures.ts'

const APPS = 'At developer.paypal.com under Apps & Credentials'
const WEBHOOK = `${APPS}, open the webhook of your app`

export const checkPaypal: Check = async (deps) => {
  const { config } = deps
  const settings = config.payments.paypal
  if (!settings) return [notSetUp('paypal')]
  const { find, canReadDisputes } = createPaypalWebhook(settings, timeoutOf(config))
  try {
    const webhook = await find()
    const findings = [
      ok(`PayPal accepts the client ID and secret at ${new URL(settings.apiUrl).host}.`),
      ...webhookFindings(config, webhook),
      (await canReadDisputes()) ? ok('We can read disputes.') : NO_DISPUTES,
    ]
    if (webhook) findings.push(await webhookArrival(deps, 'paypal', NO_WEBHOOK))
    return findings
  } catch (error) {
    return [isAuthFailure(error) ? refused(config) : failureOf(error, 'PayPal', settings.apiUrl)]
  }
}

const NO_WEBHOOK =
  "At developer.paypal.com under Webhooks Events, see why PayPal couldn't deliver it. Then resend it, and test again."

const refused = ({ mode }: Config): Finding =>
  problem(
    'PayPal refused PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET.',
    mode === 'live'
      ? `${APPS}, switch to Live and copy both again. The keys of PayPal's sandbox don't work here.`
      : `${APPS}, switch to Sandbox and copy both again. Live keys don't work here.`,
  )

const NO_DISPUTES = problem(
  "PayPal doesn't let us read disputes, so we wouldn't notice them.",
  `${APPS}, open your app and turn on the feature “Customer disputes”.`,
)

type Webhook = Awaited<ReturnType<ReturnType<typeof createPaypalWebhook>['find']>>

const webhookFindings = (config: Config, webhook: Webhook): Finding[] => {
  const url = webhookUrlOf(config, 'paypal')
  if (!webhook) {
    return [
      problem(
        "PayPal doesn't know the webhook in PAYPAL_WEBHOOK_ID.",
        `${APPS}, open your app. If it has a webhook with the address ${url}, copy its ID into PAYPAL_WEBHOOK_ID. Otherwise add one with the events ${allEvents('paypal')}.`,
      ),
    ]
  }
  const missing = missingEvents('paypal', webhook.events)
  const problems = findingsOf(
    webhook.url !== url &&
      problem(
        `PayPal sends webhooks to ${webhook.url} instead of ${url}.`,
        `${WEBHOOK} and correct its address. If ours is wrong, correct PUBLIC_URL.`,
      ),
    missing.length > 0 &&
      problem(
        `The webhook doesn't have these events: ${missing.join(', ')}.`,
        `${WEBHOOK} and add them.`,
      ),
  )
  return problems.length > 0
    ? problems
    : [ok(`PayPal sends all events that we need to ${webhook.url}.`)]
}
