// The settings of a start: what the person gave in the environment or in .env, and samples for the rest.
import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, ROOT } from '../lib/processes.mjs'

/** @typedef {Record<string, string>} Settings */

const PORT_FREE_WITHIN_MS = 3_000

/** The outside services, each with the one variable that it cannot be without. */
export const SERVICES = [
  { name: 'google', title: 'Sign-in', variable: 'GOOGLE_CLIENT_ID' },
  { name: 'mail', title: 'Mail', variable: 'SMTP_URL' },
  { name: 'quickbooks', title: 'Accounting', variable: 'QBO_CLIENT_ID' },
  { name: 'stripe', title: 'Cards', variable: 'STRIPE_SECRET_KEY' },
  { name: 'paypal', title: 'Wallet', variable: 'PAYPAL_CLIENT_ID' },
  { name: 'human-check', title: 'Human check', variable: 'RECAPTCHA_SECRET_KEY' },
]

/** The business of a trial start. */
export const SAMPLE_BUSINESS = {
  BUSINESS_NAME: 'Harbor & Finch Studio',
  CONTACT_EMAIL: 'billing@harborfinch.example',
}
/** What goes with a stand-in: the accounts its identity provider knows, the sender its mailbox shows. */
export const SAMPLE_STAFF = {
  STAFF_EMAILS: 'sam.staff@harborfinch.example',
  ADMIN_EMAILS: 'ada.admin@harborfinch.example',
}
export const SAMPLE_SENDER = {
  MAIL_FROM: 'Harbor & Finch Studio <billing@harborfinch.example>',
}

/**
 * The environment with .env below it. A line left empty means "not set".
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
  throw new Refusal(`${name} is "${given[name]}", which is not a port number (1 to 65535).`)
}

/**
 * Refuses a port that is taken, once it is clear that it stays so: the previous start may still be closing.
 * @param {string} name the variable that chooses the port
 * @param {number} port
 * @param {string} host
 */
export const checkPort = async (name, port, host) => {
  const addresses = await lookup(host, { all: true }).catch(() => {
    throw new Refusal(`HOST is "${host}", which is not an address of this machine.`)
  })
  const until = Date.now() + PORT_FREE_WITHIN_MS
  for (const { address } of addresses) {
    let code = await listenError(port, address)
    while (code === 'EADDRINUSE' && Date.now() < until) {
      await sleep(100)
      code = await listenError(port, address)
    }
    if (code === 'EADDRINUSE') {
      throw new Refusal(
        `Port ${port} is taken by another program. Stop it, or choose another port with ${name}, such as: ${name}=${port + 100} npm start`,
      )
    }
    if (code === 'EACCES') {
      throw new Refusal(
        `Port ${port} may not be opened by this user. Choose one above 1023 with ${name}.`,
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
 * The data folder as an absolute path, made when it is not there and tried out by writing to it.
 * @param {Settings} given
 */
export const openDataDirectory = (given) => {
  const folder = resolve(ROOT, given.DATA_DIR ?? 'data')
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '')
    rmSync(probe)
    return folder
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(
      `The data folder ${folder} cannot be used (${reason}). Give this user the right to write there, or choose another folder with DATA_DIR.`,
    )
  }
}

/**
 * The key of a trial start, made once: what it sealed must open again after a restart.
 * @param {string} dataDirectory
 */
export const keepSecretKey = (dataDirectory) => {
  const file = join(dataDirectory, 'sandbox', 'secret-key')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(join(dataDirectory, 'sandbox'), { recursive: true })
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
  return key
}
