// Reads the TLS certificate of the public address and says how long it's valid.
import { once } from 'node:events'
import { connect } from 'node:tls'
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { ok, problem } from './check.ts'
import { codeOf, isUnknownHost, unreachable } from './errors.ts'

const TIMEOUT_MS = 10_000
const DAYS_MIN = 14

export const checkCertificate = async ({ hostname, port, host }: URL): Promise<Finding> => {
  const name = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host: name, port: Number(port || 443), servername: name })
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
  )
  try {
    await once(socket, 'secureConnect')
    const validTo = Date.parse(socket.getPeerCertificate().valid_to)
    return judgeDays(Math.floor((validTo - Date.now()) / DAY_MS), RENEW)
  } catch (error) {
    return explain(error, host)
  } finally {
    socket.destroy()
  }
}

const RENEW = 'Renew it, and check that the proxy renews it automatically.'

export const judgeDays = (days: number, fix: string): Finding =>
  days < DAYS_MIN
    ? problem(`The certificate expires in ${days === 1 ? '1 day' : `${days} days`}.`, fix)
    : ok(`The certificate is valid for another ${days} days.`)

const explain = (error: unknown, host: string): Finding => {
  const code = codeOf(error)
  if (code === 'CERT_HAS_EXPIRED') return problem('The certificate has expired.', RENEW)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return problem(
      `The certificate isn't for ${host}.`,
      'Get a certificate for the host in PUBLIC_URL, or correct PUBLIC_URL.',
    )
  }
  const away = unreachable(error, host)
  return away ? problem(away, reachFix(error)) : problem(UNTRUSTED, USE_TRUSTED)
}

/** What to do if nothing answers at the public address. */
export const reachFix = (error: unknown): string =>
  isUnknownHost(error) ? 'Correct PUBLIC_URL, or add a DNS record for its host.' : REACH
const REACH =
  "Start the app if it isn't running. Check PUBLIC_URL, its DNS record, the proxy and the firewall. If other machines reach it, this machine's network must let it reach its own public address."
const UNTRUSTED =
  "The certificate isn't from an authority that browsers trust, or its chain is incomplete."
const USE_TRUSTED =
  "Use a certificate from a public authority such as Let's Encrypt, and have the proxy send the whole chain."
