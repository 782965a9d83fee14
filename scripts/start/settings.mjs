// Settings of `npm start`: from the environment or .env, with sample values for the rest.
import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT, UserError } from '../lib/processes.mjs'

/** @typedef {Record<string, string>} Settings */

const PORT_FREE_WITHIN_MS = 3_000

/** The external services, each with a variable that is always set when the real service is used. */
export const SERVICES = [
  { name: 'google', title: 'Sign-in', variable: 'GOOGLE_CLIENT_ID' },
  { name: 'mail', title: 'Email', variable: 'SMTP_URL' },
  { name: 'quickbooks', title: 'Accounting', variable: 'QBO_CLIENT_ID' },
  { name: 'stripe', title: 'Card payments', variable: 'STRIPE_SECRET_KEY' },
  { name: 'paypal', title: 'PayPal', variable: 'PAYPAL_CLIENT_ID' },
  { name: 'human-check', title: 'Human check', variable: 'RECAPTCHA_SECRET_KEY' },
]

/** The sample business. */
export const SAMPLE_BUSINESS = {
  BUSINESS_NAME: 'Harbor & Finch Studio',
  BUSINESS_ADDRESS: '400 Harbor Way; Portland, OR 97209',
  CONTACT_EMAIL: 'billing@harborfinch.example',
}
/** Used with the emulators: accounts that the identity provider knows, and the sender of emails. */
export const SAMPLE_STAFF = {
  STAFF_EMAILS: 'sam.staff@harborfinch.example',
  ADMIN_EMAILS: 'ada.admin@harborfinch.example',
}
export const SAMPLE_SENDER = {
  MAIL_FROM: 'Harbor & Finch Studio <billing@harborfinch.example>',
}

/**
 * The environment, then .env. An empty value means "not set".
 * @returns {Settings}
 */
export const readSettings = () => {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const given = Object.entries(process.env).filter(
    (entry) => entry[1] !== undefined && entry[1] !== '',
  )
  return /** @type {Settings} */ (Object.fromEntries(given))
}

/**
 * @param {Settings} given
 * @param {string} name
 * @param {number} fallback
 */
export const readPort = (given, name, fallback) => {
  const port = Number(given[name] ?? fallback)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new UserError(`${name} is "${given[name]}", which isn't a port number (1 to 65535).`)
}

/**
 * The ports of the mail relay, which end like those of SMTP if PORT ends in 000.
 * @param {Settings} given
 * @param {number} port of the app
 */
export const readRelayPorts = (given, port) => {
  const fallback = (/** @type {number} */ n) => (port + n < 65_536 ? port + n : port - n)
  return {
    SMTP_RELAY_PORT: String(readPort(given, 'SMTP_RELAY_PORT', fallback(587))),
    SMTP_RELAY_TLS_PORT: String(readPort(given, 'SMTP_RELAY_TLS_PORT', fallback(465))),
  }
}

/**
 * Throws if the port stays in use for a few seconds; a previous start may still be closing.
 * @param {string} name the variable that chooses the port
 * @param {number} port
 * @param {string} host
 */
export const checkPort = async (name, port, host) => {
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new UserError(`HOST is "${host}", which isn't an address of this machine.`)
  })
  const until = Date.now() + PORT_FREE_WITHIN_MS
  for (const { address } of addresses) {
    let code = await listenError(port, address)
    while (code === 'EADDRINUSE' && Date.now() < until) {
      await sleep(100)
      code = await listenError(port, address)
    }
    if (code === 'EADDRINUSE') {
      throw new UserError(
        `Port ${port} is in use by another program. Stop that program, or choose another port, for example: ${name}=${port + 100} npm start`,
      )
    }
    if (code === 'EACCES') {
      throw new UserError(
        `You don't have permission to open port ${port}. Set ${name} to a port above 1023.`,
      )
    }
  }
}

/**
 * @param {number} port
 * @param {string} address
 * @returns {Promise<string | undefined>}
 */
const listenError = (port, address) =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => done('code' in error ? String(error.code) : 'unknown'))
    probe.listen(port, address, () => probe.close(() => done(undefined)))
  })

/**
 * The absolute path of the data folder. Creates it if needed, and checks that it's writable.
 * @param {Settings} given
 */
export const openDataDirectory = (given) => {
  const folder = resolve(ROOT, given.DATA_DIR ?? 'data')
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(probe, '')
    rmSync(probe)
    return folder
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(
      `We can't write to the data folder ${folder} (${reason}). Fix its permissions, or choose another folder with DATA_DIR.`,
    )
  }
}

/**
 * The secret key for `npm start`, created once, because data sealed with it must stay readable.
 * @param {string} dataDirectory
 */
export const readOrCreateSecretKey = (dataDirectory) => {
  const file = join(dataDirectory, 'sandbox', 'secret-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(join(dataDirectory, 'sandbox'), { recursive: true })
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
  return key
}
