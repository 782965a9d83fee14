// The commands as a person runs them: what they refuse, what they start, and that nothing is left behind.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort, keepPort } from '../lib/ports.mjs'
import { ROOT } from '../lib/processes.mjs'

// The settings of whoever runs the tests are not part of them; set to nothing, they also hide those in .env.
const NAMES = Object.keys(parseEnv(readFileSync(join(ROOT, '.env.example'), 'utf8')))
const NO_SETTINGS = Object.fromEntries(NAMES.map((name) => [name, '']))
const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-start-'))
/** @type {Set<{ child: import('node:child_process').ChildProcess, end: Promise<unknown> }>} */
const running = new Set()
/** @type {Awaited<ReturnType<typeof keepPort>>} */
let taken
/** @type {number} */
let takenPort

beforeAll(async () => {
  taken = await keepPort()
  takenPort = taken.port
})

// A test that fails half-way must not leave its processes behind.
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
    expect(output).toContain(`Port ${takenPort} is taken`)
    expect(output).toContain('PORT=')
    expect(code).toBe(1)
  })

  it('refuses a taken sandbox port and names the setting', async () => {
    const env = { PORT: String(await freePort()), SANDBOX_PORT: String(takenPort) }
    const { code, output } = await command('start', env).end
    expect(output).toContain('SANDBOX_PORT=')
    expect(code).toBe(1)
  })

  it('refuses a port that is not a number', async () => {
    const { code, output } = await command('start', { PORT: 'http' }).end
    expect(output).toContain('PORT is "http", which is not a port number')
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
    expect(output).toContain(`The data folder ${file} cannot be used`)
    expect(output).toContain('DATA_DIR')
    expect(code).toBe(1)
  })

  it('starts everything, says what is sandbox, and stops everything', async () => {
    const env = await freshStart()
    const start = command('start', env)
    await start.says('Ctrl-C stops everything')
    expect(start.output()).toMatch(/Sign-in +sandbox/)
    expect(start.output()).toMatch(/Mail +sandbox/)
    expect((await fetch(`http://localhost:${env.PORT}/api/health`)).status).toBe(200)
    expect((await fetch(`http://localhost:${env.PORT}/`)).status).toBe(200)
    expect((await fetch(`http://localhost:${env.SANDBOX_PORT}/mail/messages`)).status).toBe(200)
    expect(statSync(join(env.DATA_DIR, 'sandbox', 'secret-key')).mode & 0o777).toBe(0o600)
    start.child.kill('SIGINT')
    expect((await start.end).code).toBe(0)
    expect(await answers(env.PORT)).toBe(false)
    expect(await answers(env.SANDBOX_PORT)).toBe(false)
  })

  it('uses the real service once one of its settings is given, and stops when others are missing', async () => {
    const env = { ...(await freshStart()), GOOGLE_CLIENT_ID: 'client' }
    // Sample data would only take time.
    mkdirSync(join(env.DATA_DIR, 'sandbox'))
    writeFileSync(join(env.DATA_DIR, 'sandbox', 'sample-data'), '')
    const { code, output } = await command('start', env).end
    expect(output).toContain('GOOGLE_CLIENT_SECRET: is not set')
    expect(output).toContain('The server stopped by itself')
    expect(code).toBe(1)
    expect(await answers(env.SANDBOX_PORT)).toBe(false)
  })

  it('refuses stand-ins for an app that others can reach', async () => {
    const env = { ...(await freshStart()), PUBLIC_URL: 'https://invoices.example.com' }
    const { code, output } = await command('start', env).end
    expect(output).toContain('PUBLIC_URL is "https://invoices.example.com"')
    expect(code).toBe(1)
  })
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
      child.once('close', () => reject(new Error(`It ended without saying "${text}":\n${output}`)))
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
