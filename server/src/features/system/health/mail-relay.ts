// Tests the mail relay: its ports, its certificate, the address that Google's consent returns to, and its Gmail accounts.

import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { gmailRedirectUriOf } from '../../../providers/google/gmail.ts'
import { testRedirect } from '../../../providers/google/google-client.ts'
import type { Config } from '../../../settings/config.ts'
import { relayHostOf } from '../../../settings/relay-settings.ts'
import { listMailboxStates } from '../../relay/mailboxes/queries.ts'
import { judgeDays } from './certificate.ts'
import { type Check, type CheckDependencies, note, ok, problem, skipped } from './check.ts'
import { isUnknownHost, unreachable } from './errors.ts'
import { failureOf, readIfPossible } from './provider-failures.ts'
import {
  NoMailServer,
  type RelayCertificate,
  type RelayPort,
  readRelayCertificate,
} from './relay-connection.ts'

export const checkMailRelay: Check = async (deps) => {
  const ports = portsOf(deps.config)
  if (ports.length === 0) {
    return [
      skipped(
        'The mail relay is off. To use it, set SMTP_RELAY_PORT, SMTP_RELAY_CERT and SMTP_RELAY_KEY.',
      ),
    ]
  }
  const [server, redirect, mailboxes] = await Promise.all([
    checkPorts(deps.config, ports),
    checkRedirect(deps.config),
    checkMailboxes(deps),
  ])
  return [...server, ...redirect, ...mailboxes]
}

const portsOf = (config: Config): RelayPort[] => {
  const { relay } = config
  const host = relayHostOf(config)
  return [
    ...(relay.port === undefined ? [] : [{ host, port: relay.port, kind: 'STARTTLS' } as const]),
    ...(relay.tlsPort === undefined ? [] : [{ host, port: relay.tlsPort, kind: 'TLS' } as const]),
  ]
}

/** Both ports have the same certificate, so its findings appear once. */
const checkPorts = async ({ mode }: Config, ports: readonly RelayPort[]): Promise<Finding[]> => {
  const found = await Promise.all(ports.map(checkPort))
  const certificate = found.find((each) => each.certificate)?.certificate
  return [
    ...found.map(({ finding }) => finding),
    ...(certificate ? judgeCertificate(certificate, ports[0]?.host ?? '', mode) : []),
  ]
}

const checkPort = async (
  at: RelayPort,
): Promise<{ finding: Finding; certificate?: RelayCertificate }> => {
  const address = `${at.host}:${at.port}`
  try {
    const certificate = await readRelayCertificate(at)
    return { finding: ok(`The relay answers at ${address}, with ${at.kind}.`), certificate }
  } catch (error) {
    const away = unreachable(error, address)
    if (away) return { finding: problem(away, isUnknownHost(error) ? NO_HOST : NO_ANSWER) }
    return {
      finding: problem(
        error instanceof NoMailServer
          ? `Something other than the mail relay answers at ${address}.`
          : `The mail relay at ${address} couldn't start TLS.`,
        "Check the port, and that SMTP_RELAY_CERT and SMTP_RELAY_KEY belong together. The app's log may say more.",
      ),
    }
  }
}

const NO_HOST =
  'Correct SMTP_RELAY_HOST, or add a DNS record for it. Without it, the relay uses the host of PUBLIC_URL.'
const NO_ANSWER =
  "Start the app if it isn't running. Check SMTP_RELAY_HOST, SMTP_RELAY_LISTEN, the DNS record and the firewall, and in Docker that the port is published. The relay isn't behind the web proxy."

const RENEW = 'Renew it in the files that SMTP_RELAY_CERT and SMTP_RELAY_KEY name.'
const AUTHORITY = "Use a certificate from a public authority such as Let's Encrypt."

const judgeCertificate = (
  found: RelayCertificate,
  host: string,
  mode: Config['mode'],
): Finding[] => {
  const { validTo, hasName, distrust } = found
  const days = Math.floor((validTo.getTime() - Date.now()) / DAY_MS)
  return [
    days < 0 ? problem('The certificate has expired.', RENEW) : judgeDays(days, RENEW),
    hasName
      ? ok(`The certificate is for ${host}.`)
      : problem(
          `The certificate isn't for ${host}.`,
          'Get a certificate for this name, or set SMTP_RELAY_HOST to the name in the certificate.',
        ),
    ...(distrust === undefined || distrust === 'CERT_HAS_EXPIRED' || !hasName
      ? []
      : [judgeDistrust(distrust, mode)]),
  ]
}

const judgeDistrust = (code: string, mode: Config['mode']): Finding =>
  code.includes('SELF_SIGNED')
    ? note(
        "The certificate isn't from a public authority, so a device accepts it only if it doesn't check, or if you install it there.",
        // The sandbox makes one of its own.
        mode === 'live' ? AUTHORITY : undefined,
      )
    : problem(
        "Devices can't verify the certificate, because its chain is incomplete.",
        `Put the certificate and its intermediate certificates into SMTP_RELAY_CERT, such as fullchain.pem. ${AUTHORITY}`,
      )

const CLIENT = 'At console.cloud.google.com/apis/credentials, open your OAuth client'

/** Whether Google knows our client is a finding of its own test. */
const checkRedirect = async (config: Config): Promise<Finding[]> => {
  const uri = gmailRedirectUriOf(config)
  try {
    const answer = await testRedirect(config, uri)
    if (answer === 'registered')
      return [ok(`Gmail's consent returns to ${uri}, which is registered.`)]
    if (answer === 'not_registered') {
      return [
        problem(
          `${uri} isn't registered at Google, so no one can connect a Gmail account.`,
          `${CLIENT}, and add exactly this address to the authorized redirect URIs.`,
        ),
      ]
    }
    return [
      note(
        `We couldn't tell from Google's answer whether ${uri} is registered.`,
        'Connect a Gmail account to find out. If Google sign-in has a problem, fix it first.',
      ),
    ]
  } catch (error) {
    return [failureOf(error, 'Google', config.google.issuer)]
  }
}

const checkMailboxes = async ({ config, database }: CheckDependencies): Promise<Finding[]> => {
  const read = await readIfPossible(() => listMailboxStates(database.db), [])
  if (!read)
    return [skipped("We can't tell without the database which Gmail accounts are connected.")]
  const page = `${config.publicUrl}/mail-relay`
  const addressesOf = (...states: string[]) =>
    read.value.filter(({ state }) => states.includes(state)).map(({ address }) => address)
  const [connected, withdrawn] = [addressesOf('connected'), addressesOf('withdrawn')]
  const unused = read.value.filter(({ state, devices }) => state === 'disconnected' && devices > 0)
  return [
    ...(connected.length > 0 ? [ok(`Connected: ${connected.join(', ')}.`)] : []),
    ...(read.value.length === 0
      ? [note(`No Gmail account is connected yet. People connect theirs at ${page}.`)]
      : []),
    ...withdrawn.map((address) =>
      problem(
        `Google no longer lets us send from ${address}, so its messages are waiting.`,
        `Have its owner or an administrator connect it again at ${page}.`,
      ),
    ),
    ...unused.map(({ address }) =>
      note(
        `${address} is disconnected, but devices still use it.`,
        `Connect it again, or revoke its devices, at ${page}.`,
      ),
    ),
  ]
}
