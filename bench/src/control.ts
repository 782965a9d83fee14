// What a person would do in the sandbox's pages.
import { askSandbox, type SandboxSite } from '@invoice-desk/testing/sandbox/control'

export type Control = (
  path: string,
  body?: Record<string, unknown>,
  method?: string,
) => Promise<unknown>

export const createControl =
  (sandbox: SandboxSite): Control =>
  (path, body, method = body ? 'POST' : 'GET') =>
    askSandbox(sandbox, method, path, body)
