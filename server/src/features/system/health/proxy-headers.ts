// Judges what the proxy tells the app about a visitor: address, protocol and host.
import type { Finding, probe } from '@invoice-desk/contract/system/service-checks'
import type { z } from 'zod'
import { note, ok, problem, skipped } from './check.ts'

/** Reserved for documentation, so no visitor has it. A proxy must not pass on what visitors claim. */
export const SPOOFED_ADDRESS = '192.0.2.77'

type Seen = z.infer<(typeof probe)['response']>

export const judgeProxy = (url: URL, seen: Seen): Finding[] => {
  const address = judgeAddress(url, seen)
  return address.state === 'problem' ? [address] : [address, ...judgeRest(url, seen)]
}

const judgeAddress = (url: URL, seen: Seen): Finding => {
  const { forwardedFor, isProxyTrusted, address } = seen
  if (forwardedFor === 0) {
    return url.protocol === 'https:'
      ? problem(
          "The proxy doesn't send X-Forwarded-For, so all visitors share one rate limit.",
          FORWARD,
        )
      : ok("There's no proxy in between.")
  }
  if (!isProxyTrusted) {
    return problem(
      "The app doesn't trust the proxy, so all visitors share one rate limit.",
      `Set TRUST_PROXY to the proxy's address, which is ${address}, and restart the app.`,
    )
  }
  if (address !== SPOOFED_ADDRESS) {
    return ok('The proxy says which address visitors have, and the app trusts it.')
  }
  // With more entries, a proxy appended an address, but TRUST_PROXY includes that one, too. It's this machine's own, which
  // is fine, or that of a proxy in front, which passes on what visitors claim.
  return forwardedFor === 1
    ? problem(
        'The proxy passes on the X-Forwarded-For header that visitors send, so they can get around rate limits.',
        FORWARD,
      )
    : skipped(
        "TRUST_PROXY includes every address that this test passed through, so it can't tell whether a proxy passes on the X-Forwarded-For header that visitors send. Run it on a machine that TRUST_PROXY doesn't include.",
      )
}

const FORWARD =
  "Have the proxy append the visitor's address to X-Forwarded-For, or replace the header with it, as deploy/Caddyfile does. In nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"

const judgeRest = (url: URL, { protocol, host }: Seen): Finding[] => {
  const wanted = url.protocol.slice(0, -1)
  const wrong = [
    ...(protocol === wanted
      ? []
      : [`The proxy reports ${protocol}, but PUBLIC_URL uses ${wanted}.`]),
    ...(host === url.host
      ? []
      : [`The proxy reports the host ${host}, but PUBLIC_URL has ${url.host}.`]),
  ]
  return wrong.map((text) =>
    note(text, "Have the proxy pass on Host, and set X-Forwarded-Proto to the visitor's protocol."),
  )
}
