// Tries other people's ids, ids of the wrong kind and altered ids; none may reveal anything.
import { createRandom, type Random } from '../random.ts'
import { RELAY_SECRETS } from './relay.ts'
import { type Attack, createSender } from './send.ts'
import type { World } from './world.ts'

export type SwapResult = {
  readonly attempts: number
  readonly byKind: ReadonlyMap<string, number>
  readonly leaks: readonly string[]
}

type Swap = { readonly kind: string; readonly attack: Attack }
type Pools = ReturnType<typeof poolsOf>

export const swapIds = async (
  world: World,
  { attempts, seed }: { attempts: number; seed: number },
): Promise<SwapResult> => {
  const pools = poolsOf(world)
  const secrets = secretsOf(world)
  const sender = createSender(world.shop.desk.url, 8)
  const byKind = new Map<string, number>()
  const leaks: string[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < attempts; index = next++) {
      const random = createRandom(Math.imul(seed * 1_000_003 + index, 2_654_435_761))
      const { kind, attack } = swapOf(world, pools, random)
      const { status, text } = await sender.send(attack)
      byKind.set(kind, (byKind.get(kind) ?? 0) + 1)
      const shown = secrets.filter((secret) => text.includes(secret))
      if (status >= 400 && status < 500 && shown.length === 0) continue
      const sent = `${attack.target} ${attack.body?.toString().slice(0, 300) ?? ''}`
      leaks.push(`${kind}: answered ${status}, showing ${shown.join(', ')}; sent ${sent}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  sender.close()
  return { attempts, byKind, leaks }
}

/** Contractor A calls, so answers must not contain data of B or of customers. */
const secretsOf = ({ b, invoices, attemptId }: World): string[] => [
  b.contractor.email,
  b.contractor.vendor,
  ...b.taskIds,
  attemptId,
  '%PDF',
  ...RELAY_SECRETS,
  ...invoices.map(({ number }) => number),
]

const poolsOf = ({ a, b, invoices, paymentId, attemptId, mappingIds, shop }: World) => ({
  tasks: [...a.taskIds, ...b.taskIds],
  links: [...a.fileUrls, ...b.fileUrls].map((url) => new URL(url).searchParams.get('file') ?? ''),
  invoices: invoices.map(({ id }) => id),
  bare: [...invoices.map(({ qboId }) => qboId), '1', '0', attemptId],
  payments: [paymentId],
  attempts: [attemptId],
  mappings: mappingIds,
  jobs: [attemptId, ...a.taskIds, ...mappingIds],
  tokens: [a.contractor.token, b.contractor.token],
  url: shop.desk.url,
})

const pickOf = (random: Random, list: readonly string[]): string =>
  list[random.between(0, list.length - 1)] ?? ''

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Never changes the last character, because some of its bits are unused. */
const altered = (random: Random, id: string): string => {
  const at = random.between(0, Math.max(0, id.length - 3))
  const letter = ALPHABET[(ALPHABET.indexOf(id[at] ?? 'A') + random.between(1, 63)) % 64]
  return id.slice(0, at) + letter + id.slice(at + 1)
}

/** A sealed id that we never issued: changed, cut, spliced from two, or of another purpose. */
const forged = (random: Random, own: readonly string[], others: readonly string[]): string => {
  const id = pickOf(random, own)
  const cut = random.between(1, Math.max(1, id.length - 4))
  return random.pick([
    altered(random, id),
    altered(random, altered(random, id)),
    id.slice(0, cut),
    id.slice(cut),
    id.slice(0, cut) + pickOf(random, others).slice(cut),
    pickOf(random, others),
    [...id].reverse().join(''),
  ])
}

const json = (target: string, body: unknown, token?: string, method = 'POST'): Attack => ({
  method,
  target,
  headers: {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  },
  body: Buffer.from(JSON.stringify(body)),
})

const get = (target: string, token?: string): Attack => ({
  method: 'GET',
  target,
  headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
})

const swapOf = (world: World, pools: Pools, random: Random): Swap =>
  random.pick([
    ofContractor,
    ofContractor,
    ofSealed,
    ofSealed,
    ofSealed,
    ofStaff,
    ofRelay,
    ofToken,
  ])(world, pools, random)

/** A’s link with B’s names and ids around it. */
const ofContractor = ({ a, b }: World, pools: Pools, random: Random): Swap => {
  const { token } = a.contractor
  const { email, vendor: vendorName } = b.contractor
  const taskId = pickOf(random, b.taskIds)
  const [kind, attack] = random.pick<[string, Attack]>([
    [
      'vendor name',
      json('/api/cup/vendor-bills', { vendorName, token: b.contractor.token }, token),
    ],
    [
      'vendor name',
      json('/api/cup/vendor-bills', { vendorName, limit: random.between(1, 500) }, token),
    ],
    ['email', json('/api/cup/check-vendor', { email, auth_type: 'local' }, token)],
    ['email', json('/api/cup/check-vendor', { email, auth_type: 'google' }, token)],
    ['email', json('/api/cup/sign-out', { email }, token)],
    ['task id', json('/api/cup/approve-invoice', { taskId, action: 'fetch' }, token)],
    ['task id', json('/api/cup/approve-invoice', { taskId, action: 'approve' })],
    ['bill id', get(`/api/cup/bill-messages?billId=${taskId}`, token)],
    ['bill id', json('/api/cup/bill-messages', { billId: taskId, text: 'Hello' }, token)],
    ['task id', get(`/api/cup/task-messages?taskId=${pickOf(random, pools.tasks)}`, token)],
    ['attempt id', get(`/api/payments/admin/attempt?id=${pickOf(random, pools.attempts)}`, token)],
    [
      'mapping id',
      json('/api/cup/vendors', { id: pickOf(random, pools.mappings) }, token, 'DELETE'),
    ],
    ['job id', json('/api/jobs/retry', { id: pickOf(random, pools.jobs) }, token)],
  ])
  return { kind, attack }
}

const ofSealed = (_world: World, pools: Pools, random: Random): Swap => {
  const file = () => forged(random, pools.links, [...pools.invoices, ...pools.payments])
  const invoiceId = () =>
    random.next() < 0.2
      ? pickOf(random, pools.bare)
      : forged(random, pools.invoices, [...pools.links, ...pools.payments])
  const paymentId = () =>
    random.next() < 0.2
      ? pickOf(random, pools.bare)
      : forged(random, pools.payments, [...pools.links, ...pools.invoices])
  const line = (id: string) => [{ id, amount: 1, number: 'x' }]
  const payer = { companyName: 'x', payerName: 'x', email: 'x@y.example', invoiceNumbers: 'x' }
  const card = (invoices: readonly unknown[], amount: number) =>
    json('/api/stripe/create-payment', {
      ...payer,
      paymentMethodId: 'pm_card_visa',
      amount,
      invoices,
    })
  const [kind, attack] = random.pick<[string, Attack]>([
    ['file link', get(`/api/files?file=${encodeURIComponent(file())}`)],
    ['sealed invoice id', json('/api/qbo/payment-history', { invoiceId: invoiceId() })],
    ['sealed invoice id', json('/api/qbo/invoice-details', { invoiceId: invoiceId() })],
    ['sealed invoice id', get(`/api/qbo/invoice-pdf?invoice=${encodeURIComponent(invoiceId())}`)],
    ['sealed invoice id', get(`/api/qbo/statement-csv?invoice=${encodeURIComponent(invoiceId())}`)],
    ['sealed invoice id', card(line(invoiceId()), 1)],
    // The last of them is another customer's.
    [
      'two customers',
      card([...line(pools.invoices[0] ?? ''), ...line(pools.invoices.at(-1) ?? '')], 2),
    ],
    ['payment id', json('/api/payments/complete', { paymentId: paymentId() })],
    ['payment id', json('/api/payments/cancel', { paymentId: paymentId() })],
    ['payment id', get(`/api/payments/receipt?payment=${encodeURIComponent(paymentId())}`)],
    [
      'order id',
      json('/api/paypal/capture-payment', {
        orderId: `X${random.between(0, 1e9)}`,
        invoices: line(invoiceId()),
      }),
    ],
  ])
  return { kind, attack }
}

/** Staff may see all of these, but an id of one kind must not work for another, and guesses must fail. */
const ofStaff = ({ staff }: World, pools: Pools, random: Random): Swap => {
  const guess = random.pick([
    () => pickOf(random, pools.mappings),
    () =>
      '00000000-0000-4000-8000-000000000000'.replaceAll('0', () => String(random.between(0, 9))),
  ])()
  const [kind, attack] = random.pick<[string, Attack]>([
    ['job id', json('/api/jobs/retry', { id: guess }, staff)],
    ['attempt id', get(`/api/payments/admin/attempt?id=${guess}`, staff)],
    ['attempt id', json('/api/payments/admin/attempt/resolve', { id: guess, note: 'x' }, staff)],
    ['task id', json('/api/cup/approve-invoice', { taskId: guess, action: 'fetch' }, staff)],
  ])
  return { kind, attack }
}

/** Staff without admin rights, with an administrator's ids, and with their own ids of another kind. */
const ofRelay = ({ staff, relay: { own, theirs } }: World, _: Pools, random: Random): Swap => {
  const idOf = (kind: keyof typeof own) => {
    const others = Object.entries(own).filter(([name]) => name !== kind)
    return random.pick([theirs[kind], ...others.map(([, id]) => id)])
  }
  const device = { name: 'x', senders: ['x@y.example'] }
  const ask = (path: string, id: string) => json(`/api/mail-relay${path}`, { id }, staff)
  const [kind, attack] = random.pick<[string, Attack]>([
    ['relay device', ask('/devices/password', idOf('deviceId'))],
    ['relay device', ask('/devices/revoke', idOf('deviceId'))],
    ['relay device', ask('/devices/test', idOf('deviceId'))],
    [
      'relay device',
      json(
        '/api/mail-relay/devices',
        { id: idOf('deviceId'), version: 1, ...device },
        staff,
        'PUT',
      ),
    ],
    ['relay mailbox', ask('/gmail/disconnect', idOf('mailboxId'))],
    [
      'relay mailbox',
      json('/api/mail-relay/devices', { mailboxId: idOf('mailboxId'), ...device }, staff),
    ],
    ['relay message', ask('/messages/resend', idOf('messageId'))],
  ])
  return { kind, attack }
}

const ofToken = ({ b }: World, pools: Pools, random: Random): Swap => {
  const token = forged(random, pools.tokens, pools.tasks)
  const { vendor: vendorName } = b.contractor
  return {
    kind: 'verification token',
    attack:
      random.next() < 0.5
        ? json('/api/cup/vendor-bills', { vendorName }, token)
        : json('/api/cup/verify-token', { token }),
  }
}
