// Finds out what went wrong from an error and its causes.

/** The error and its causes, outermost first. */
export const causesOf = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return [error, ...causesOf(inner)]
}

/** The innermost code, such as `ECONNREFUSED` from the network or `28P01` from PostgreSQL. */
export const codeOf = (error: unknown): string => {
  const codes = causesOf(error).flatMap((each) => ('code' in each ? [String(each.code)] : []))
  return codes.at(-1) ?? ''
}

/** The messages of the error and its causes. */
export const messagesOf = (error: unknown): string =>
  causesOf(error)
    .map(({ message }) => message)
    .join('\n')

/** Why a host can't be reached; undefined if that isn't the reason. The host can have a port. */
export const unreachable = (error: unknown, host: string): string | undefined => {
  if (causesOf(error).some(({ name }) => name === 'TimeoutError')) return slow(host)
  const code = networkCodesOf(error).find((each) => each in UNREACHABLE)
  return code && UNREACHABLE[code]?.(host)
}

export const isUnknownHost = (error: unknown): boolean =>
  networkCodesOf(error).some((code) => UNKNOWN_HOST.includes(code))

/** Nodemailer replaces the network's code with its own, so the original comes first. */
const networkCodesOf = (error: unknown): string[] => [
  ...causesOf(error).flatMap((each) => ('originalCode' in each ? [String(each.originalCode)] : [])),
  codeOf(error),
]

const UNKNOWN_HOST: readonly string[] = ['ENOTFOUND', 'EDNS']
const withoutPort = (host: string) => host.replace(/:\d+$/, '')
const slow = (host: string) => `${host} didn't answer in time.`
const unknown = (host: string) => `We can't find the host ${withoutPort(host)} in DNS.`
const UNREACHABLE: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) => `Nothing answers at ${host}.`,
  ECONNRESET: (host) => `${host} closed the connection.`,
  EPIPE: (host) => `${host} closed the connection.`,
  UND_ERR_SOCKET: (host) => `${host} closed the connection.`,
  EHOSTUNREACH: (host) => `There's no route to ${host}.`,
  ENETUNREACH: (host) => `There's no route to ${host}.`,
  ENOTFOUND: unknown,
  EAI_AGAIN: (host) => `We can't look up the host ${withoutPort(host)} in DNS right now.`,
  EDNS: unknown,
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
  UND_ERR_HEADERS_TIMEOUT: slow,
}
