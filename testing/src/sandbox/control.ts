// What the sandbox offers to tests: its state, its switches and its faults.
import { within } from '../wait-for.ts'

export type SandboxSite = {
  readonly url: string
  /** By emulator, the environment that points a desk at it. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Asks the sandbox anything; the answer's JSON, or its text where it is none. */
export const askSandbox = async <T = unknown>(
  { url }: Pick<SandboxSite, 'url'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => {
  const init = {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }
  const answer = await within(`${method} ${path}`, fetch(url + path, init))
  const text = await within(`reading ${path}`, answer.text())
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return /^[{[]/.test(text) ? JSON.parse(text) : (text as T)
}

type HasSandbox = { readonly sandbox: Pick<SandboxSite, 'url'> }

export const setFault = ({ sandbox }: HasSandbox, fault: Readonly<Record<string, unknown>>) =>
  askSandbox(sandbox, 'POST', '/faults', fault)
