// Settings for tests and benchmarks.
import { ADMIN, BUSINESS, CONTACT, STAFF } from '../people.ts'
import type { SandboxSite } from '../sandbox/control.ts'

/** Seals stored secrets and issued ids. */
export const KEYRING = { current: Buffer.alloc(32, 7), previous: [] }

/** For runs that send more requests from one address than a person would. */
export const NO_REQUEST_LIMIT = { REQUESTS_PER_MINUTE: '1000000000' }

/** Turns off the app's limits. `NO_RATE` turns off those of the sandbox. */
export const NO_QUICKBOOKS_LIMIT = {
  QBO_CALLS_PER_SECOND: '100000',
  QBO_CALLS_PER_MINUTE: '100000',
}

type DeskSite = { readonly port: number; readonly sandbox: SandboxSite }

export const deskSettings = ({ port, sandbox }: DeskSite): Record<string, string> => ({
  MODE: 'sandbox',
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  SANDBOX_URL: sandbox.url,
  BUSINESS_NAME: BUSINESS,
  CONTACT_EMAIL: CONTACT,
  MAIL_FROM: CONTACT,
  SECRET_KEY: KEYRING.current.toString('base64'),
  STAFF_EMAILS: STAFF,
  ADMIN_EMAILS: ADMIN,
  ...Object.assign({}, ...Object.values(sandbox.settings)),
})
