// `npm start` and `npm run serve` as a person runs them.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/src/db/open.ts'
import { freePort, reservePort } from '../lib/ports.mjs'
import { ROOT, run } from '../lib/processes.mjs'

// Empty values hide the settings of the person who runs the tests, including those in .env.
const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
const NO_SETTINGS = Object.fromEntries(NAMES.map((name) => [name, '']))
const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-start-'))
/** @type {Set<{ child: import('node:child_process').ChildProcess, end: Promise<unknown> }>} */
const running = new Set()
/** @type {Awaited<ReturnType<typeof reservePort>>} */
let taken
/** @type {number} */
let takenPort

beforeAll(async () => {
  taken = await reservePort()
  takenPort = taken.port
})

// A failed test must not leave processes behind.
afterEach(async () => {
  for (const { child, end } of running) {
    child.kill('SIGTERM')
    await end
  }
  running.clear()
})

afterAll(() => {
  taken.release()
  rmSync(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  it('refuses a taken port and names the setting', async () => {
    const { code, output } = await command('start', { PORT: String(takenPort) }).end
    expect(output).toContain(`Port ${takenPort} is in use`)
    expect(output).toContain('PORT=')
    expect(code).toBe(1)
  })

  it('refuses a taken sandbox port and names the setting', async () => {
    const env = { PORT: String(await freePort()), SANDBOX_PORT: String(takenPort) }
    const { code, output } = await command('start', env).end
    expect(output).toContain('SANDBOX_PORT=')
    expect(code).toBe(1)
  })

  it("refuses the sandbox's mail port for the mail relay", async () => {
    const sandboxPort = await freePort()
    const env = {
      PORT: String(await freePort()),
      SANDBOX_PORT: String(sandboxPort),
      SMTP_RELAY_PORT: String(sandboxPort + 1),
    }
    const { code, output } = await command('start', env).end
    expect(output).toContain(`SMTP_RELAY_PORT is ${sandboxPort + 1}, which the sandbox needs.`)
    expect(code).toBe(1)
  })

  it('refuses a port that is not a number', async () => {
    const { code, output } = await command('start', { PORT: 'http' }).end
    expect(output).toContain(`PORT is "http", which isn't a port number`)
    expect(code).toBe(1)
  })

  it('refuses a data folder it cannot write to', async () => {
    const file = join(folder, 'not-a-folder')
    writeFileSync(file, '')
    const env = {
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: file,
    }
    const { code, output } = await command('start', env).end
    expect(output).toContain(`We can't write to the data folder ${file}`)
    expect(output).toContain('DATA_DIR')
    expect(code).toBe(1)
  })

  it('uses the real service once one of its settings is given, and stops when others are missing', async () => {
    const env = { ...(await freshStart()), GOOGLE_CLIENT_ID: 'client' }
    // Skips the sample data.
    mkdirSync(join(env.DATA_DIR, 'sandbox'))
    writeFileSync(join(env.DATA_DIR, 'sandbox', 'sample-data'), '')
    const { code, output } = await command('start', env).end
    expect(output).toContain('GOOGLE_CLIENT_SECRET: is not set')
    expect(output).toContain('The server stopped unexpectedly')
    expect(code).toBe(1)
    expect(await answers(env.SANDBOX_PORT)).toBe(false)
  })

  it('refuses emulators for an app with a public address', async () => {
    const env = { ...(await freshStart()), PUBLIC_URL: 'https://invoices.example.com' }
    const { code, output } = await command('start', env).end
    expect(output).toContain('PUBLIC_URL is "https://invoices.example.com"')
    expect(code).toBe(1)
  })
})

describe('the first npm start', () => {
  /** @type {Awaited<ReturnType<typeof freshStart>>} */
  let env
  /** What the sandbox tells the server. @type {Record<string, string>} */
  let emulators

  it('starts everything, reports what is sandboxed, and stops everything', async () => {
    env = await freshStart()
    const start = command('start', env)
    await start.says('Press Ctrl-C to stop')
    expect(start.output()).toMatch(/Sign-in +sandbox/)
    expect(start.output()).toMatch(/Email +sandbox/)
    expect(start.output()).toMatch(/Mail relay +SMTP on port \d+ \(STARTTLS\) or \d+ \(TLS\)/)
    expect((await fetch(`http://localhost:${env.PORT}/api/health`)).status).toBe(200)
    expect((await fetch(`http://localhost:${env.PORT}/`)).status).toBe(200)
    const sandbox = `http://localhost:${env.SANDBOX_PORT}`
    expect((await fetch(`${sandbox}/mail/messages`)).status).toBe(200)
    const settings = await (await fetch(`${sandbox}/settings`)).json()
    emulators = Object.assign({}, ...Object.values(settings))
    expect(statSync(join(env.DATA_DIR, 'sandbox', 'secret-key')).mode & 0o777).toBe(0o600)
    start.child.kill('SIGINT')
    expect((await start.end).code).toBe(0)
    expect(await answers(env.PORT)).toBe(false)
    expect(await answers(env.SANDBOX_PORT)).toBe(false)
  })

  it('adds sample bills in every status, with vendors, files and history, and connects the sample company', async () => {
    const [statuses, strays, purchases, connections] = await query(
      'SELECT array_agg(DISTINCT status ORDER BY status) AS found FROM bill',
      `SELECT count(*)::int AS bills FROM bill
       WHERE NOT EXISTS (SELECT FROM vendor_mapping m WHERE m.vendor = bill.vendor AND m.email = bill.email)
          OR NOT EXISTS (SELECT FROM audit_event WHERE subject_id = bill.id::text)
          OR submitted_at > now()`,
      'SELECT count(*)::int AS n FROM retailer_transaction',
      'SELECT state, company_name FROM qbo_connection',
    )
    expect(statuses?.[0].found).toEqual([
      'approved',
      'paid',
      'received',
      'rejected',
      'sent_for_approval',
    ])
    expect(strays).toEqual([{ bills: 0 }])
    expect(purchases?.[0].n).toBeGreaterThan(0)
    expect(connections).toEqual([{ state: 'connected', company_name: 'Harbor & Finch Studio' }])
  })

  it('adds no samples to a database that has data', async () => {
    const COUNT = 'SELECT count(*) FROM bill'
    const [, before] = await query("DELETE FROM bill WHERE status = 'paid'", COUNT)
    const { code, output } = await run(process.execPath, [join(ROOT, 'scripts/samples/main.ts')], {
      quiet: true,
      env: {
        ...emulators,
        DATA_DIR: env.DATA_DIR,
        MODE: 'sandbox',
        PUBLIC_URL: 'http://localhost:3000',
        BUSINESS_NAME: 'Harbor & Finch Studio',
        CONTACT_EMAIL: 'billing@harborfinch.example',
        SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
        MAIL_FROM: 'billing@harborfinch.example',
      },
    })
    expect([code, output]).toEqual([0, ''])
    expect(await query(COUNT)).toEqual([before])
  })

  /** @param {string[]} statements */
  const query = async (...statements) => {
    const database = await openDatabase({ dataDir: env.DATA_DIR })
    const results = []
    for (const statement of statements) results.push((await database.pool.query(statement)).rows)
    await database.close()
    return results
  }
})

describe('npm run serve', () => {
  it('refuses to start while settings are missing and lists them all', async () => {
    const { code, output } = await command('serve', await freshStart()).end
    for (const name of ['PUBLIC_URL', 'SECRET_KEY', 'GOOGLE_CLIENT_ID', 'SMTP_URL']) {
      expect(output).toContain(`${name}: is not set`)
    }
    expect(code).toBe(1)
  })
})

/**
 * @param {'start' | 'serve'} name
 * @param {Record<string, string>} env
 */
const command = (name, env) => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'scripts', `${name}.mjs`)], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...NO_SETTINGS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      child.emit('said')
    })
  }
  const end = new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  ).then((result) => /** @type {{ code: number, output: string }} */ (result))
  /** @param {string} text */
  const says = (text) =>
    new Promise((resolve, reject) => {
      child.on('said', () => output.includes(text) && resolve(undefined))
      child.once('close', () =>
        reject(new Error(`It exited without printing "${text}":\n${output}`)),
      )
    })
  running.add({ child, end })
  return { child, end, says, output: () => output }
}

const freshStart = async () => ({
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
  DATA_DIR: mkdtempSync(join(folder, 'data-')),
})

/** @param {string} port */
const answers = (port) =>
  fetch(`http://localhost:${port}/`).then(
    () => true,
    () => false,
  )
