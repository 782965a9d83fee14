// Remembers in a sealed cookie whose invoices a browser may see: it opened a pay link, knew the ZIP code, or paid. Pay links carry a sealed key.
import { CUSTOMER_PASS_DAYS, PAY_LINK_DAYS } from '@invoice-desk/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from './config.ts'
import { createExpiringSealer, createSealer } from './sealing.ts'

const DAY_SECONDS = 24 * 3_600
const LINK_SECONDS = PAY_LINK_DAYS * DAY_SECONDS
const COOKIE = { name: 'desk-customer', path: '/api' } as const
const COOKIE_SECONDS = CUSTOMER_PASS_DAYS * DAY_SECONDS
/** A cookie may have 4 kB. The oldest make way. */
const CUSTOMERS_MAX = 12
const PAYMENTS_MAX = 12

const pass = z.object({
  realmId: z.string(),
  customerId: z.string(),
  /** In seconds. Revoking ends those from before. */
  issuedAt: z.int(),
})
export type Pass = Readonly<z.infer<typeof pass>>
export type Customer = Pick<Pass, 'realmId' | 'customerId'>

const cookieValue = z.object({
  passes: z.array(pass),
  /** Payments that this browser made: it may see what they paid for. */
  paymentIds: z.array(z.uuid()),
})
export type Proofs = Readonly<z.infer<typeof cookieValue>>

const NOTHING: Proofs = { passes: [], paymentIds: [] }
const nowInSeconds = () => Math.floor(Date.now() / 1_000)

/** Keys of pay links, short enough for a QR code. */
export const createLinkKeys = ({ keyring }: Pick<Config, 'keyring'>, now = nowInSeconds) => {
  const sealer = createSealer(keyring, 'pay-link')
  return {
    create: ({ realmId, customerId }: Customer): string =>
      sealer.seal(`${now().toString(36)} ${realmId} ${customerId}`),
    /** Undefined for a key that isn't ours or is too old. It may have been revoked. */
    open: (key: string): Pass | undefined => {
      const [time = '', realmId, customerId] = sealer.open(key)?.split(' ') ?? []
      const issuedAt = Number.parseInt(time, 36)
      if (!realmId || !customerId || issuedAt + LINK_SECONDS < now()) return undefined
      return { realmId, customerId, issuedAt }
    },
  }
}

export const createProofs = ({ keyring, publicUrl }: Pick<Config, 'keyring' | 'publicUrl'>) => {
  const sealing = { keyring, purpose: 'customer-pass', seconds: COOKIE_SECONDS }
  const sealer = createExpiringSealer(sealing, cookieValue)
  const read = (request: FastifyRequest): Proofs =>
    sealer.open(request.cookies[COOKIE.name]) ?? NOTHING
  const write = (reply: FastifyReply, value: Proofs): void => {
    reply.setCookie(COOKIE.name, sealer.seal(value), {
      path: COOKIE.path,
      httpOnly: true,
      sameSite: 'strict',
      secure: publicUrl.startsWith('https:'),
      maxAge: COOKIE_SECONDS,
    })
  }
  return {
    read,
    addPass: (request: FastifyRequest, reply: FastifyReply, added: Pass): void => {
      const { passes, paymentIds } = read(request)
      const others = passes.filter((each) => !isOf(each, added))
      write(reply, { passes: [...others, added].slice(-CUSTOMERS_MAX), paymentIds })
    },
    addPayment: (request: FastifyRequest, reply: FastifyReply, id: string): void => {
      const { passes, paymentIds } = read(request)
      const all = [...paymentIds.filter((each) => each !== id), id]
      write(reply, { passes, paymentIds: all.slice(-PAYMENTS_MAX) })
    },
  }
}

export const newPass = ({ realmId, customerId }: Customer): Pass => ({
  realmId,
  customerId,
  issuedAt: nowInSeconds(),
})

export const isOf = (one: Customer, other: Customer): boolean =>
  one.realmId === other.realmId && one.customerId === other.customerId
