// What `npm start` prints: which services are live or sandboxed, and all addresses.
import { relative } from 'node:path'
import { ROOT } from '../lib/processes.mjs'
import { table } from '../lib/table.mjs'
import { SAMPLE_STAFF, SERVICES } from './settings.mjs'

/**
 * @param {{
 *   settings: import('./settings.mjs').Settings,
 *   sandboxed: ReadonlySet<string>,
 *   sandboxUrl: string,
 *   seconds: number,
 * }} start
 */
export const printStart = ({ settings, sandboxed, sandboxUrl, seconds }) => {
  const services = SERVICES.flatMap(({ name, title, variable }) => {
    if (sandboxed.has(name)) return [[title, 'sandbox', `${variable} is not set`]]
    return settings[variable] ? [[title, 'live', `${variable} is set`]] : []
  })
  const others = [...sandboxed].filter(
    (name) => name !== 'mail-relay' && SERVICES.every((each) => each.name !== name),
  )
  const database = settings.DATABASE_URL
    ? ['Database', 'PostgreSQL', new URL(settings.DATABASE_URL).host]
    : [
        'Database',
        'embedded',
        `in ${folderName(settings.DATA_DIR)}; for production, set DATABASE_URL to a PostgreSQL server`,
      ]
  console.log(`\nInvoice Desk is ready (${seconds.toFixed(1)} s).\n`)
  console.log(`${table([...services, ...others.map((name) => [name, 'sandbox', '']), database])}\n`)
  const addresses = [['App', settings.PUBLIC_URL]]
  if (sandboxed.size > 0) addresses.push(['Sandbox', sandboxUrl])
  if (settings.SMTP_RELAY_PORT) {
    const { SMTP_RELAY_PORT: port, SMTP_RELAY_TLS_PORT: tlsPort } = settings
    addresses.push(['Mail relay', `SMTP on port ${port} (STARTTLS) or ${tlsPort} (TLS)`])
  }
  if (sandboxed.has('mail')) addresses.push(['Mailbox', `${sandboxUrl}/mail`])
  console.log(`${table(addresses)}\n`)
  if (sandboxed.has('google')) {
    const people = { ...SAMPLE_STAFF, ...settings }
    console.log(
      `  Sign in as ${people.STAFF_EMAILS} (staff) or ${people.ADMIN_EMAILS} (administrator).`,
    )
  }
  console.log('  Press Ctrl-C to stop.\n')
}

/** @param {string | undefined} path */
const folderName = (path = '') => {
  const short = relative(ROOT, path)
  return short.startsWith('..') ? path : `./${short}`
}
