// Tests the public address as visitors reach it: TLS, redirects, this installation, the proxy's headers and large uploads.
import { errorBody } from '@invoice-desk/contract/http/errors'
import { type Finding, probe } from '@invoice-desk/contract/system/service-checks'
import { getHealth } from '@invoice-desk/contract/system/system'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { findInstallation } from '../sweep/queries.ts'
import { checkCertificate, reachFix } from './certificate.ts'
import { type Check, type CheckDependencies, note, ok, problem, skipped } from './check.ts'
import { unreachable } from './errors.ts'
import { createProbeTokens } from './probe.ts'
import { judgeProxy, SPOOFED_ADDRESS } from './proxy-headers.ts'

const TIMEOUT_MS = 10_000
const UPLOAD_TIMEOUT_MS = 30_000

export const checkPublicAddress: Check = async (deps) => {
  const url = new URL(deps.config.publicUrl)
  const isHttps = url.protocol === 'https:'
  const certificate = isHttps
    ? await checkCertificate(url)
    : ok("PUBLIC_URL doesn't use TLS, which is fine for trying the app on this machine.")
  if (certificate.state === 'problem') return [certificate]
  const [{ health, headers }, redirect] = await Promise.all([
    askHealth(url),
    isHttps ? checkRedirect(url) : [],
  ])
  const found = [certificate, health, ...redirect]
  if (!headers) return found
  return [...found, ...(isHttps ? strictTransport(headers) : []), ...(await checkProbe(deps, url))]
}

const get = (url: URL | string): Promise<Response> =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })

/** The headers are undefined if the app didn't answer. */
const askHealth = async (url: URL): Promise<{ health: Finding; headers?: Headers }> => {
  try {
    const answer = await get(new URL(getHealth.path, url))
    const body = await answer.json().catch(() => undefined)
    const { success } = getHealth.response.safeParse(body)
    if (answer.ok && success) {
      return { health: ok(`The app answers at ${url.origin}.`), headers: answer.headers }
    }
    return { health: judgeAnswer(answer, body, url) }
  } catch (error) {
    const text = unreachable(error, url.host) ?? `${url.host} didn't answer as expected.`
    return { health: problem(text, reachFix(error)) }
  }
}

const judgeAnswer = ({ status, headers }: Response, body: unknown, url: URL): Finding => {
  const { origin } = url
  const location = URL.parse(headers.get('location') ?? '', url)
  if (status >= 300 && status < 400 && location) {
    return problem(
      `${origin} redirects to ${location.origin}${location.pathname}.`,
      'Set PUBLIC_URL to the address that visitors end up at, or correct the redirect in the proxy.',
    )
  }
  if (errorBody.safeParse(body).data?.code === 'unavailable') {
    return problem(
      `The app answers at ${origin}, but its database or job queue isn't working.`,
      "Fix what the test of the database finds. If it finds nothing, the app's log says why the job queue isn't running.",
    )
  }
  return status >= 502 && status <= 504
    ? problem(
        `A proxy answers at ${origin}, but the app behind it doesn't (${status}).`,
        'Start the app, and check that the proxy forwards to HOST and PORT.',
      )
    : problem(
        `Something other than this app answers at ${origin} (${status}).`,
        'Check PUBLIC_URL, its DNS record and the proxy.',
      )
}

const checkRedirect = async (url: URL): Promise<Finding[]> => {
  // Another port has no address without TLS.
  if (url.port !== '') return []
  try {
    const answer = await get(`http://${url.host}/`)
    const target = URL.parse(answer.headers.get('location') ?? '', `http://${url.host}/`)
    if (target?.origin === url.origin) return [ok('http redirects to https.')]
    return [
      answer.ok
        ? problem(
            'The pages also open without TLS.',
            'Have the proxy redirect http to https, as deploy/Caddyfile does.',
          )
        : note(...NO_REDIRECT),
    ]
  } catch {
    return [note(...NO_REDIRECT)]
  }
}

const NO_REDIRECT = [
  "http doesn't redirect to https, so visitors who type the address without https may see an error.",
  'Open port 80 on the proxy, and redirect it to https.',
] as const

const strictTransport = (headers: Headers): Finding[] =>
  headers.has('strict-transport-security')
    ? []
    : [
        note(
          'The proxy removes the Strict-Transport-Security header.',
          'Allow the Strict-Transport-Security header, so browsers always use https.',
        ),
      ]

const checkProbe = async (deps: CheckDependencies, url: URL): Promise<Finding[]> => {
  const target = new URL(probe.path, url)
  target.searchParams.set('token', createProbeTokens(deps.config).seal('probe'))
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(FILE_BYTES_MAX)]), 'probe.bin')
  try {
    const answer = await fetch(target, {
      method: probe.method,
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      // Without a proxy, the app itself would believe it.
      ...(url.protocol === 'https:' && { headers: { 'x-forwarded-for': SPOOFED_ADDRESS } }),
    })
    const body = await answer.json().catch(() => undefined)
    const seen = probe.response.safeParse(body).data
    if (!answer.ok || !seen) return [refusedProbe(answer.status)]
    const installation = await installationFinding(deps, seen.installation)
    if (installation.state === 'problem') return [installation]
    return [installation, sizeFinding(seen.bytes), ...judgeProxy(url, seen)]
  } catch (error) {
    const reason = unreachable(error, url.host)
    if (reason) return [problem(`A 10 MB upload failed: ${reason}`, BODY_SIZE)]
    throw error
  }
}

const BODY_SIZE =
  'Let the proxy accept bodies of 11 MB, and of 68 MB for retailer imports, for example with client_max_body_size 68m in nginx.'

const refusedProbe = (status: number): Finding => {
  if (status === 413) return problem('The proxy refuses a 10 MB upload.', BODY_SIZE)
  if (status === 404) return problem(...OTHER)
  if (status === 429) return skipped('There were too many tests in the last minute. Wait a minute.')
  return problem(`A 10 MB upload failed with status ${status}.`, BODY_SIZE)
}

const OTHER = [
  'The address leads to a different installation of the app, or to one with a different SECRET_KEY.',
  'Check PUBLIC_URL and its DNS record, and use the same settings for every process.',
] as const

const installationFinding = async (
  { database }: CheckDependencies,
  seen: string,
): Promise<Finding> => {
  // Both are unknown here if the database can't be read, but the address led to an app with our SECRET_KEY.
  const ours = await findInstallation(database.db).catch(() => undefined)
  if (ours && ours.id !== seen) return problem(...OTHER)
  return ok('The address leads to this installation.')
}

const sizeFinding = (bytes: number): Finding =>
  bytes === FILE_BYTES_MAX
    ? ok('A 10 MB upload works.')
    : problem('A 10 MB upload arrived incomplete.', BODY_SIZE)
