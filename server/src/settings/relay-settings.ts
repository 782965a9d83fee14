// The settings of the mail relay's SMTP server. Without a port it's off; with one it needs a certificate.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { domainName, type Given, type Problem, type Settings } from './config-values.ts'

const port = z.coerce.number().int().min(1).max(65_535).optional()
const pemFile = z
  .string()
  .refine((path) => existsSync(path), "isn't an existing file")
  .optional()

export const RELAY_SETTINGS = {
  /** For STARTTLS. */
  port: ['SMTP_RELAY_PORT', port],
  /** For TLS from the first byte. */
  tlsPort: ['SMTP_RELAY_TLS_PORT', port],
  /** Default: the host of PUBLIC_URL. */
  host: ['SMTP_RELAY_HOST', domainName.optional()],
  /** The address it listens on. Default: HOST. */
  listen: ['SMTP_RELAY_LISTEN', z.string().min(1).optional()],
  certificate: ['SMTP_RELAY_CERT', pemFile],
  key: ['SMTP_RELAY_KEY', pemFile],
} as const satisfies Settings

/** The name that devices connect to. An IPv6 address has no brackets. */
export const relayHostOf = ({
  publicUrl,
  relay,
}: {
  readonly publicUrl: string
  readonly relay: { readonly host?: string | undefined }
}): string => relay.host ?? new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')

export const relayProblems = (given: Given): Problem[] => {
  const { SMTP_RELAY_PORT: port, SMTP_RELAY_TLS_PORT: tlsPort } = given
  if (!port && !tlsPort) return []
  const missing = ['SMTP_RELAY_CERT', 'SMTP_RELAY_KEY'].filter((name) => !given[name])
  if (missing.length > 0)
    return missing.map((name) => [name, 'is not set, and the mail relay needs it'])
  return [...samePorts(given), ...pairProblems(given)]
}

const samePorts = ({ PORT = '3000', ...given }: Given): Problem[] => {
  const taken = new Set([Number(PORT)])
  return ['SMTP_RELAY_PORT', 'SMTP_RELAY_TLS_PORT'].flatMap((name): Problem[] => {
    const port = Number(given[name])
    if (taken.has(port)) return [[name, `is ${port}, which another setting already uses`]]
    taken.add(port)
    return []
  })
}

const pairProblems = ({ SMTP_RELAY_CERT = '', SMTP_RELAY_KEY = '' }: Given): Problem[] => {
  const certificate = attempt(() => new X509Certificate(readFileSync(SMTP_RELAY_CERT)))
  const key = attempt(() => createPrivateKey(readFileSync(SMTP_RELAY_KEY)))
  if (!certificate) return [['SMTP_RELAY_CERT', "isn't a certificate in PEM format"]]
  if (!key) return [['SMTP_RELAY_KEY', "isn't a private key in PEM format without a password"]]
  return certificate.checkPrivateKey(key)
    ? []
    : [['SMTP_RELAY_KEY', "isn't the key of the certificate in SMTP_RELAY_CERT"]]
}

const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}
