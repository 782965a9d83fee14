// Sends secrets through every flow and every error, then looks for them everywhere.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import { getQboConnection } from '@invoice-desk/contract/accounting/connection'
import {
  checkVendor,
  listVendorBills,
  verifyToken,
} from '@invoice-desk/contract/contractor/contractor'
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import {
  getAccount,
  renewSignIn,
  signOut,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity/identity'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import {
  openVendorDetails,
  submitVendorDetails,
} from '@invoice-desk/contract/vendors/vendor-details'
import { acceptVendorDetails } from '@invoice-desk/contract/vendors/vendor-invitations'
import { addVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { addContractor, verifyContractor } from '@invoice-desk/testing/contractor/contractors'
import { DETAILS, invite } from '@invoice-desk/testing/contractor/vendor-details'
import { type CallOptions, chooseAccount } from '@invoice-desk/testing/http/caller'
import { createCookieJar } from '@invoice-desk/testing/http/cookie-jar'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import { STAFF } from '@invoice-desk/testing/people'
import { INVOICE_DATE } from '@invoice-desk/testing/quickbooks/books'
import { createGrantVault } from '../../../server/src/features/identity/sessions/grant-vault.ts'
import { createSealer } from '../../../server/src/secrets/sealing.ts'
import { dumpText } from './backup.ts'
import type { Fleet } from './fleet.ts'
import { sendRelayCanaries } from './relay-canaries.ts'
import { submitTo } from './submit-to.ts'

export type CanaryResult = {
  readonly canaries: number
  readonly places: Readonly<Record<string, number>>
  readonly hits: readonly string[]
}

const TAX_ID = '91-7350248'
const WRONG_TAX_ID = '07-7350249'
const CARD = '4242424242424242'
const ADDRESS = { line1: '1 Pier Road', city: 'Salem', state: 'MA', zipCode: '01970' }

/** The fleet must log at `trace`, and the invoice must be open. */
export const sendCanaries = async (
  fleet: Fleet,
  invoice: { number: string; amount: number },
): Promise<CanaryResult> => {
  const urls = watchUrls(fleet)
  const refusals: string[] = []
  const call = async <const E extends Endpoint>(endpoint: E, options: CallOptions<E>) => {
    const answer = await fleet.caller.call(endpoint, options)
    if (answer.status >= 400) refusals.push(JSON.stringify(answer.body))
    return answer
  }
  const { idToken, accessToken } = await fleet.caller.signIn(STAFF)
  const secret = await renewSession(fleet, call)
  const person = await verifyContractor(fleet.caller, await addContractor(fleet.caller))
  await sendTaxIds(fleet, call, idToken)
  const invitationToken = await sendDetails(fleet, call, idToken)
  await sendCard(fleet, call, invoice)
  await sendTokens(call, person.token, idToken)
  await submitTo(fleet, 0, person, 'CANARY-1')
  await fetch(`${fleet.caller.url}/submit-invoice?token=${person.token}`)
  await fetch(`${fleet.caller.url}/api/nothing?token=${person.token}`)
  await fetch(`${fleet.caller.url}/vendor-details?token=${invitationToken}`)
  // A refresh handles both tokens.
  await fleet.control('/quickbooks/switches/expire-access-tokens', {})
  const before = await readConnection(fleet)
  await call(getQboConnection, { token: idToken })
  const after = await readConnection(fleet)
  const relay = await sendRelayCanaries(fleet, call, idToken)
  urls.stop()
  const canaries = {
    'tax id': [TAX_ID, TAX_ID.replace('-', '')],
    'refused tax id': [WRONG_TAX_ID, WRONG_TAX_ID.replace('-', '')],
    'card number': [CARD],
    'verification token': [person.token],
    'invitation token': [invitationToken],
    'id token': [idToken, idToken.split('.')[2] ?? idToken],
    'access token': [accessToken],
    'QuickBooks tokens': [...before, ...after],
    'Google refresh tokens': await readGrants(fleet),
    'session secret': [secret],
    'secret settings': secretsOf(fleet),
    ...relay,
  }
  const places = {
    log: await fleet.readLog(),
    database: await dumpText(fleet.databaseUrl),
    'called URLs': urls.seen.join('\n'),
    errors: refusals.join('\n'),
  }
  return {
    canaries: Object.values(canaries).flat().length,
    places: Object.fromEntries(Object.entries(places).map(([name, text]) => [name, text.length])),
    hits: Object.entries(canaries).flatMap(([what, values]) =>
      Object.entries(places).flatMap(([where, text]) =>
        values.some((value) => isIn(text, value)) ? [`${what} in the ${where}`] : [],
      ),
    ),
  }
}

/** Looks for the value in plain text and in common encodings. */
const isIn = (text: string, value: string): boolean => {
  if (value.length < 8) throw new Error('a canary is too short to search for')
  const bytes = Buffer.from(value)
  return [value, encodeURIComponent(value), bytes.toString('base64'), bytes.toString('hex')].some(
    (form) => text.includes(form),
  )
}

type Call = <const E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
) => Promise<{ status: number }>

const sendTaxIds = async ({ control }: Fleet, call: Call, token: string): Promise<void> => {
  const [email, taxIdType, track1099] = ['taxed@vendor.example', 'EIN', true] as const
  for (const taxId of [TAX_ID, WRONG_TAX_ID]) {
    const tax = { taxId, taxIdType, track1099, address: ADDRESS, email }
    await call(createQboVendor, { token, body: { name: 'Canary & Sons', ...tax } })
    await call(addVendorMapping, { token, body: { vendor: 'Canary & Sons', ...tax } })
  }
  // Errors often reveal too much.
  for (const mode of ['error', 'cut', 'throttle']) {
    await control('/faults', { provider: 'quickbooks', mode, match: 'vendor', times: 2 })
    const body = { name: `Canary ${mode}`, email, address: ADDRESS, taxId: TAX_ID, track1099 }
    await call(createQboVendor, { token, body: { ...body, taxIdType } })
  }
  await call(createQboVendor, { body: { name: 'x', taxId: TAX_ID } })
}

/** The details that an invited vendor sends: refused, waiting for review, and accepted after failures. */
const sendDetails = async (
  { caller, control }: Fleet,
  call: Call,
  staff: string,
): Promise<string> => {
  const { id, version, token } = await invite(caller, staff)
  for (const taxId of [WRONG_TAX_ID, TAX_ID])
    await call(submitVendorDetails, { body: { ...DETAILS, taxId, token } })
  await call(openVendorDetails, { body: { token: `${token}x` } })
  const choice = {
    id,
    version: version + 1,
    mappingVersion: 0,
    qbBillAccount: '',
    track1099: true,
  }
  for (const mode of ['error', 'cut', 'none']) {
    if (mode !== 'none')
      await control('/faults', { provider: 'quickbooks', mode, match: 'vendor', times: 9 })
    await call(acceptVendorDetails, { token: staff, body: { ...choice, name: `Fern ${mode}` } })
    await control('/faults', undefined, 'DELETE')
  }
  // Waits for review while we look.
  await call(submitVendorDetails, { body: { ...DETAILS, taxId: TAX_ID, token } })
  return token
}

const sendCard = async (
  { sandbox, caller }: Fleet,
  call: Call,
  { number, amount }: { number: string; amount: number },
): Promise<void> => {
  const key = sandbox.settings.stripe?.STRIPE_PUBLISHABLE_KEY
  const made = await fetch(`${sandbox.url}/stripe/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, origin: caller.url },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': CARD,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
      'billing_details[address][postal_code]': '94103',
    }),
  })
  const { id: paymentMethodId, ...refusal } = (await made.json()) as { id?: string }
  if (!paymentMethodId) throw new Error(`not tokenized: ${JSON.stringify(refusal)}`)
  const found = await caller.call(searchInvoice, {
    body: { invoiceNumber: number, date: INVOICE_DATE },
  })
  const invoice = { id: found.body.matchedInvoice.id as string, number, amount }
  const body = { ...cardBody([invoice]), paymentMethodId }
  // A broken or malicious page might send the card number.
  await call(createCardPayment.stripe, { body: { ...body, paymentMethodId: CARD } })
  await call(createCardPayment.stripe, {
    body: { ...body, card: { number: CARD }, email: 'not an email' },
  })
  const paid = await call(createCardPayment.stripe, { body })
  if (paid.status !== 200) throw new Error(`the payment got status ${paid.status}`)
}

const sendTokens = async (call: Call, link: string, idToken: string): Promise<void> => {
  await call(verifyToken, { body: { token: link } })
  await call(verifyToken, { body: { token: `${link}x` } })
  await call(listVendorBills, { token: link, body: { vendorName: 'Another', token: link } })
  await call(listVendorBills, { token: link, body: { vendorName: 5, token: link } })
  await call(checkVendor, { token: link, body: { email: 'x@y.example', auth_type: 'local' } })
  await call(checkVendor, { token: idToken, body: { email: 'x@y.example', auth_type: 'google' } })
  await call(getAccount, { token: link })
  await call(getAccount, { token: `${idToken}x` })
}

const readConnection = async ({ pool }: Fleet): Promise<string[]> => {
  const { rows } = await pool.query('SELECT access_token, refresh_token FROM qbo_connection')
  const sealer = createSealer(KEYRING, 'quickbooks')
  return [rows[0]?.access_token, rows[0]?.refresh_token].map((sealed) => {
    const token = sealer.open(String(sealed))
    if (token === undefined) throw new Error("the tokens can't be decrypted")
    return token
  })
}

/** Renewed, refused and ended. Returns its secret. */
const renewSession = async ({ caller, control }: Fleet, call: Call): Promise<string> => {
  const jar = createCookieJar()
  const returned = await chooseAccount(caller, jar, STAFF)
  await call(validateGoogleSignIn, { jar, body: returned })
  const secret = jar.cookies().find(({ name }) => name === 'desk-session')?.value ?? ''
  const body = { idleSeconds: 0 }
  const { status } = await call(renewSignIn, { jar, body })
  if (status !== 200) throw new Error(`the renewal got status ${status}`)
  for (const mode of ['error', 'cut', 'throttle']) {
    await control('/faults', { provider: 'google', mode, match: '/token', times: 1 })
    await call(renewSignIn, { jar, body })
  }
  await call(renewSignIn, { jar, body: { idleSeconds: secret } })
  await call(signOut, { jar })
  return secret
}

const readGrants = async ({ pool }: Fleet): Promise<string[]> => {
  const { rows } = await pool.query('SELECT email, refresh_token FROM google_grant')
  const vault = createGrantVault({ keyring: KEYRING })
  const tokens = rows.map(({ email, refresh_token }) => vault.open(email, refresh_token) ?? '')
  if (tokens.length === 0) throw new Error('there is no refresh token')
  return tokens
}

const SECRET = /(SECRET|WEBHOOK_TOKEN|_PASSWORD)/

const secretsOf = ({ sandbox, settings }: Fleet): string[] => {
  const all = { ...Object.assign({}, ...Object.values(sandbox.settings)), ...settings }
  return Object.entries<string>(all)
    .filter(([name, value]) => SECRET.test(name) && value.length >= 8)
    .map(([, value]) => value)
}

/** The emulators run in this process, so we see every URL that the app calls. */
const watchUrls = ({ sandbox }: Fleet) => {
  const seen: string[] = []
  const { host } = new URL(sandbox.url)
  const note = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    if (request.headers.host === host) seen.push(`${request.method} ${request.url}`)
  }
  subscribe('http.server.request.start', note)
  return { seen, stop: () => unsubscribe('http.server.request.start', note) }
}
