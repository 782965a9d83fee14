// Remembers in sealed cookies whose invoices a browser may see: it opened a pay link, knew the ZIP code, or paid. Pay links
// carry a sealed key.
import { hash } from 'node:crypto'
import { CUSTOMER_PASS_DAYS, PAY_LINK_DAYS } from '@invoice-desk/contract/values/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../settings/config.ts'
import { createExpiringSealer, createSealer } from './sealing.ts'

const DAY_MS = 24 * 3_600_000

export type Customer = { readonly realmId: string; readonly customerId: string }
/** Revoking ends those issued before. In milliseconds. */
export type Pass = Customer & { readonly issuedAt: number }

/** Keys of pay links, short enough for a QR code. */
export const createLinkKeys = ({ keyring }: Pick<Config, 'keyring'>, now = Date.now) => {
  const sealer = createSealer(keyring, 'pay-link')
  return {
    create: ({ realmId, customerId }: Customer): string =>
      sealer.seal(`${now().toString(36)} ${realmId} ${customerId}`),
    /** Undefined for a key that isn't ours or is too old. It may have been revoked. */
    open: (key: string): Pass | undefined => {
      const [time = '', realmId, customerId] = sealer.open(key)?.split(' ') ?? []
      const issuedAt = Number.parseInt(time, 36)
      if (!realmId || !customerId || issuedAt + PAY_LINK_DAYS * DAY_MS < now()) return undefined
      return { realmId, customerId, issuedAt }
    },
  }
}

export const newPass = ({ realmId, customerId }: Customer): Pass => ({
  realmId,
  customerId,
  issuedAt: Date.now(),
})

export const isOf = (one: Customer, other: Customer): boolean =>
  one.realmId === other.realmId && one.customerId === other.customerId

/** What a browser has shown: passes, and the payments that it made. */
export type Proofs = { readonly passes: readonly Pass[]; readonly paymentIds: readonly string[] }

const proof = z.union([
  z.tuple([z.string(), z.string(), z.int()]),
  /** The id of a payment. */
  z.uuid(),
])
type Proof = z.infer<typeof proof>

const PREFIX = 'desk-customer-'
const SECONDS = CUSTOMER_PASS_DAYS * 24 * 3_600
/** Together they have less than half of what a browser may send. Others make way. */
const COOKIES_MAX = 30

/** Each proof has its own cookie, so two tabs don't overwrite each other's, and each ends on its own. */
export const createProofs = ({ keyring, publicUrl }: Pick<Config, 'keyring' | 'publicUrl'>) => {
  const sealer = createExpiringSealer(
    { keyring, purpose: 'customer-pass', seconds: SECONDS },
    proof,
  )
  const options = {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const
  const namesIn = ({ cookies }: FastifyRequest) =>
    Object.keys(cookies).filter((name) => name.startsWith(PREFIX))

  const add = (request: FastifyRequest, reply: FastifyReply, subject: string, value: Proof) => {
    const name = PREFIX + hash('sha256', subject, 'base64url').slice(0, 12)
    const others = namesIn(request).filter((each) => each !== name)
    for (const each of others.slice(COOKIES_MAX - 1)) reply.clearCookie(each, options)
    reply.setCookie(name, sealer.seal(value), { ...options, maxAge: SECONDS })
  }

  return {
    read: (request: FastifyRequest): Proofs => {
      const found = namesIn(request).flatMap((name) => {
        const opened = sealer.open(request.cookies[name])
        return opened === undefined ? [] : [opened]
      })
      return {
        passes: found.flatMap((each) =>
          typeof each === 'string'
            ? []
            : [{ realmId: each[0], customerId: each[1], issuedAt: each[2] }],
        ),
        paymentIds: found.filter((each) => typeof each === 'string'),
      }
    },
    addPass: (
      request: FastifyRequest,
      reply: FastifyReply,
      { realmId, customerId, issuedAt }: Pass,
    ): void => add(request, reply, `${realmId} ${customerId}`, [realmId, customerId, issuedAt]),
    addPayment: (request: FastifyRequest, reply: FastifyReply, id: string): void =>
      add(request, reply, id, id),
  }
}
