// Calls the sandbox: its state, switches and faults.
import { within } from '../wait-for.ts'

export type SandboxSite = {
  readonly url: string
  /** The settings that make the app use each emulator. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Calls the sandbox and returns the JSON, or the text if it isn't JSON. */
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
