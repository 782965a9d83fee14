// Checks the DNS records that decide whether emails from the sender's domain are accepted.
import { Resolver } from 'node:dns/promises'
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { type Check, note, ok, problem, skipped } from './check.ts'
import { codeOf } from './errors.ts'

type Config = Parameters<Check>[0]['config']

export type SenderRecords = {
  readonly hasMailServer: boolean
  readonly hasSpf: boolean
  readonly hasDmarc: boolean
}

/** The sandbox's addresses don't exist. */
export const checkSender = async ({ mode, mail }: Config): Promise<Finding[]> => {
  if (mode !== 'live') return []
  const domain = mail.from.split('@').at(-1) ?? ''
  try {
    return judgeSender(domain, await readRecords(domain))
  } catch {
    return [skipped(`The DNS records of ${domain} couldn't be looked up.`)]
  }
}

export const judgeSender = (domain: string, records: SenderRecords): Finding[] => {
  const { hasMailServer, hasSpf, hasDmarc } = records
  if (!hasMailServer) {
    return [
      problem(
        `The sender's domain ${domain} can't receive email, so many mail servers refuse what it sends.`,
        'Correct MAIL_FROM, or add an MX record for its domain.',
      ),
    ]
  }
  const missing = [hasSpf ? '' : 'SPF', hasDmarc ? '' : 'DMARC'].filter(Boolean)
  return missing.length === 0
    ? [ok(`The sender's domain ${domain} has MX, SPF and DMARC records.`)]
    : [
        note(
          `The sender's domain ${domain} has no ${missing.join(' and no ')} record, so emails may land in spam.`,
          'Add the TXT records that your mail provider describes.',
        ),
      ]
}

const readRecords = async (domain: string): Promise<SenderRecords> => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const [mx, a, aaaa, own, dmarc] = await Promise.all([
    orNone(resolver.resolveMx(domain)),
    orNone(resolver.resolve4(domain)),
    orNone(resolver.resolve6(domain)),
    orNone(resolver.resolveTxt(domain)),
    orNone(resolver.resolveTxt(`_dmarc.${domain}`)),
  ])
  return {
    // A single MX record without a name says that the domain takes no email. Without any, its own address does.
    hasMailServer:
      mx.length > 0 ? mx.some(({ exchange }) => exchange !== '') : a.length + aaaa.length > 0,
    hasSpf: startsWith(own, 'v=spf1'),
    hasDmarc: startsWith(dmarc, 'v=dmarc1'),
  }
}

const startsWith = (records: readonly string[][], start: string): boolean =>
  records.some((parts) => parts.join('').toLowerCase().startsWith(start))

const orNone = <T>(records: Promise<T[]>): Promise<T[]> =>
  records.catch((error: unknown) => {
    if (['ENODATA', 'ENOTFOUND'].includes(codeOf(error))) return []
    throw error
  })
