// Forged webhooks: unsigned, stale, altered, signed with another key or for another body.
import { createHmac, randomUUID } from 'node:crypto'
import { askSandbox } from '../sandbox/control.ts'
import type { AttackResult } from './redirects.ts'
import { createSender } from './send.ts'
import type { World } from './world.ts'

type Forged = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

const mac = (secret: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', secret).update(text).digest(encoding)

export const attackWebhooks = async (world: World): Promise<AttackResult> => {
  const { shop } = world
  const { pool } = shop.desk.desk.dependencies.database
  const count = async () => {
    const { rows } = await pool.query(
      'SELECT (SELECT count(*) FROM payment_event) + (SELECT count(*) FROM qbo_webhook_event) AS n',
    )
    return Number(rows[0]?.n)
  }
  const sender = createSender(shop.desk.url, 2)
  const passed: string[] = []
  const before = await count()
  const all = [...stripe(world), ...paypal(world), ...quickbooks(world)]
  for (const [index, { path, headers, body }] of all.entries()) {
    const answer = await sender.send({
      method: 'POST',
      target: path,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    })
    if (answer.status < 400 || answer.status >= 500)
      passed.push(`${path} ${index}: ${answer.status}`)
  }
  sender.close()
  if ((await count()) !== before) passed.push('an event was stored')
  return { attacks: all.length, passed }
}

/** Five minutes are allowed. */
const STALE_HOURS = [-48, -1, -0.1]

const stripe = ({ shop }: World): Forged[] => {
  const settings = shop.desk.desk.dependencies.config.payments.stripe
  if (!settings) throw new Error("Stripe isn't set up")
  const { webhookSecret } = settings
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id: 'pi_1', object: 'payment_intent', status: 'succeeded' } },
  })
  const now = Math.floor(Date.now() / 1_000)
  const good = mac(webhookSecret, `${now}.${body}`, 'hex')
  const signatures = [
    undefined,
    '',
    't=,v1=',
    `t=${now}`,
    `v1=${good}`,
    `t=${now},v0=${good}`,
    `t=${now},v1=`,
    `t=${now},v1=${'0'.repeat(64)}`,
    `t=${now},v1=${good.slice(0, -1)}`,
    `t=${now},v1=${good}0`,
    `t=${now},v1=${mac('whsec_other', `${now}.${body}`, 'hex')}`,
    `t=${now},v1=${mac('', `${now}.${body}`, 'hex')}`,
    `t=${now},v1=${mac(webhookSecret, body, 'hex')}`,
    `t=${now + 1},v1=${good}`,
    `t=NaN,v1=${good}`,
    ...STALE_HOURS.map((hours) => {
      const then = now + Math.round(hours * 3_600)
      return `t=${then},v1=${mac(webhookSecret, `${then}.${body}`, 'hex')}`
    }),
    ...Array.from({ length: 10 }, (_, at) => {
      const letter = good[at * 6] === '0' ? '1' : '0'
      return `t=${now},v1=${good.slice(0, at * 6)}${letter}${good.slice(at * 6 + 1)}`
    }),
  ]
  const path = '/api/stripe/webhook'
  const signed = { 'stripe-signature': `t=${now},v1=${good}` }
  return [
    ...signatures.map((signature) => ({
      path,
      body,
      headers:
        signature === undefined
          ? ({} as Record<string, string>)
          : { 'stripe-signature': signature },
    })),
    ...[`${body} `, body.replace('pi_1', 'pi_2'), '', '[]', body.toUpperCase()].map((altered) => ({
      path,
      body: altered,
      headers: signed,
    })),
  ]
}

const paypalReport = (attemptId: string): string =>
  JSON.stringify({
    id: `WH-${randomUUID()}`,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { custom_id: attemptId },
  })

const paypalHeaders = ({ shop }: World) => ({
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': `${shop.desk.desk.dependencies.config.payments.paypal?.apiUrl}/v1/notifications/certs/CERT-1`,
  'paypal-transmission-id': randomUUID(),
  'paypal-transmission-sig': 'A'.repeat(344),
  'paypal-transmission-time': new Date().toISOString(),
})

/** Only PayPal can tell that the first is forged; the others can't be PayPal's. */
const paypal = (world: World): Forged[] => {
  const body = paypalReport(world.attemptId)
  const whole = paypalHeaders(world)
  const names = Object.keys(whole) as (keyof typeof whole)[]
  const changes: Record<string, string>[] = [
    { 'paypal-cert-url': 'https://evil.example/cert' },
    { 'paypal-cert-url': 'https://api.paypal.com.evil.example/cert' },
    { 'paypal-cert-url': 'http://127.0.0.1:1/' },
    { 'paypal-cert-url': 'file:///etc/passwd' },
    { 'paypal-auth-algo': 'none' },
    { 'paypal-transmission-id': 'forged' },
    { 'paypal-transmission-time': '2001-01-01T00:00:00Z' },
    { 'paypal-transmission-sig': 'A'.repeat(4_000) },
  ]
  return [
    { headers: whole, body },
    { headers: {}, body },
    ...names.map((name) => ({
      headers: Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)),
      body,
    })),
    ...changes.map((change) => ({ headers: { ...whole, ...change }, body })),
    ...['', '{', '[]', 'null'].map((broken) => ({ headers: whole, body: broken })),
  ].map((each) => ({ path: PAYPAL_PATH, ...each }))
}

const PAYPAL_PATH = '/api/paypal/webhook'

/** Forged webhooks, or webhooks about payments that aren't ours: the app must not call PayPal about any of them. */
export const floodWebhooks = async (world: World): Promise<AttackResult> => {
  const { desk, paymentFault } = world.shop
  const sender = createSender(desk.url, 10)
  const [, ...malformed] = paypal(world)
  await paymentFault('paypal', 'error', 'verify-webhook-signature', FLOOD)
  const attacks = Array.from({ length: FLOOD }, (_, index): Forged => {
    const stranger = { headers: paypalHeaders(world), body: paypalReport(randomUUID()) }
    return malformed[index % (2 * malformed.length)] ?? { path: PAYPAL_PATH, ...stranger }
  })
  const answers = await Promise.all(
    attacks.map(({ path: target, headers, body }) => {
      const typed = { 'content-type': 'application/json', ...headers }
      return sender.send({ method: 'POST', target, headers: typed, body: Buffer.from(body) })
    }),
  )
  sender.close()
  const [fault] = await askSandbox<{ times: number }[]>(desk.sandbox, 'GET', '/faults')
  await askSandbox(desk.sandbox, 'DELETE', '/faults')
  const calls = FLOOD - (fault?.times ?? 0)
  const limited = answers.filter(({ status }) => status !== 200 && status !== 401)
  return {
    attacks: FLOOD,
    passed: [
      ...(calls > 0 ? [`PayPal was called ${calls} times`] : []),
      ...limited.map(({ status }) => `one got status ${status}`),
    ],
  }
}

const FLOOD = 1_000

const quickbooks = ({ shop }: World): Forged[] => {
  const { webhookToken } = shop.desk.desk.dependencies.config.quickbooks
  const body = JSON.stringify([
    {
      specversion: '1.0',
      id: 'forged',
      type: 'qbo.bill.updated.v1',
      intuitentityid: '1',
      intuitaccountid: '9341453100000001',
    },
  ])
  const good = mac(webhookToken, body, 'base64')
  const path = '/api/qbo/webhook'
  const signatures = [
    '',
    'AAAA',
    good.slice(1),
    good.slice(0, -4),
    `${good.slice(0, 20)}${good.slice(24)}`,
    mac('other', body, 'base64'),
    mac('', body, 'base64'),
    mac(webhookToken, `${body} `, 'base64'),
    mac(webhookToken, body, 'hex'),
    ...Array.from({ length: 10 }, (_, at) => {
      const letter = good[at * 4] === 'A' ? 'B' : 'A'
      return `${good.slice(0, at * 4)}${letter}${good.slice(at * 4 + 1)}`
    }),
  ]
  return [
    { path, headers: {}, body },
    ...signatures.map((signature) => ({ path, body, headers: { 'intuit-signature': signature } })),
    ...[`${body} `, body.replace('"1"', '"2"'), '', '[]'].map((altered) => ({
      path,
      body: altered,
      headers: { 'intuit-signature': good },
    })),
  ]
}
