// The sandbox's process: starting and stopping.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import nodemailer from 'nodemailer'
import { afterAll, describe, expect, it } from 'vitest'
import type { Settings } from '../src/emulator.ts'
import { isLocalUrl } from '../src/local.ts'
import { type SandboxOptions, startSandbox } from '../src/start.ts'
import { jsonOf, temporaryFolder } from './support.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

const run = (environment: Record<string, string>) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const own = { SANDBOX_PORT: '0', DATA_DIR: temporaryFolder() }
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, NODE_COMPILE_CACHE, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

const outcomeOf = async (child: ReturnType<typeof run>) => {
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, errors }
}

/** The address in the process's ready message. */
const urlOf = async (child: ReturnType<typeof run>): Promise<string> => {
  for await (const chunk of child.stdout) {
    const url = /ready at (\S+),/.exec(String(chunk))?.[1]
    if (url) return url
  }
  throw new Error("The sandbox didn't become ready in time.")
}

const takenPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The port is unknown')
  return address.port
}

describe('the process', () => {
  it('stops while a caller waits for an answer', async () => {
    const child = run({})
    const url = await urlOf(child)
    await fetch(`${url}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'google', mode: 'timeout' }),
    })
    const waiting = expect(fetch(`${url}/google/oauth2/v3/certs`)).rejects.toThrow()
    await expect.poll(async () => (await fetch(`${url}/faults`)).json()).toEqual([])
    const outcome = outcomeOf(child)
    child.kill('SIGINT')
    expect((await outcome).code).toBe(0)
    await waiting
  })

  it('still has accepted emails after it was killed, and stops cleanly', async () => {
    const environment = { DATA_DIR: temporaryFolder(), PUBLIC_URL: 'http://localhost:3000' }
    const killed = run(environment)
    const url = await urlOf(killed)
    const { mail } = await jsonOf<Settings>(fetch(`${url}/settings`))
    const transport = nodemailer.createTransport(mail?.SMTP_URL ?? '')
    await transport.sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 'kept', text: '' })
    transport.close()
    killed.kill('SIGKILL')
    await once(killed, 'exit')

    const restarted = run(environment)
    const again = await urlOf(restarted)
    expect(await jsonOf<unknown[]>(fetch(`${again}/mail/messages`))).toMatchObject([
      { subject: 'kept' },
    ])
    const outcome = outcomeOf(restarted)
    restarted.kill('SIGTERM')
    expect(await outcome).toEqual({ code: 0, errors: '' })
  })

  it.each([
    [{ PUBLIC_URL: 'https://desk.example.com' }, 'works only with a local app'],
    [{ SMTP_PORT: 'many' }, 'SMTP_PORT must be'],
  ])('ends with %j, and says why without a stack', async (environment, reason) => {
    const { code, errors } = await outcomeOf(run(environment))
    expect(code).toBe(1)
    expect(errors).toContain(reason)
    expect(errors).not.toContain('    at ')
  })
})

describe('starting', () => {
  const start = (options: Partial<SandboxOptions>) =>
    startSandbox({
      port: 0,
      dataDir: temporaryFolder(),
      appUrl: 'http://localhost:3000',
      ...options,
    })

  it.each([
    ['port', 'SANDBOX_PORT'],
    ['smtpPort', 'SMTP_PORT'],
  ])('is refused when %s is taken, and names %s', async (option, name) => {
    const port = await takenPort()
    const refusal = expect(start({ [option]: port })).rejects
    await refusal.toThrow(`Port ${port} is already in use`)
    await refusal.toThrow(name)
  })

  it('is refused without a usable data folder', () =>
    expect(start({ dataDir: '/dev/null/x' })).rejects.toThrow("can't store its data"))

  it.each(['http://127.0.0.1.evil.example', 'nonsense'])('is refused with an app at %s', (appUrl) =>
    expect(start({ appUrl })).rejects.toThrow('works only with a local app'),
  )
})

describe('local addresses', () => {
  it.each(['http://localhost', 'https://localhost:3000/x', 'http://127.9.8.7', 'http://[::1]:1'])(
    '%s is local',
    (url) => expect(isLocalUrl(url)).toBe(true),
  )
  it.each([
    'http://localhost.evil.example',
    'http://128.0.0.1',
    'http://[::2]',
    'http://localhost@evil.example',
    'file:///etc/passwd',
    '',
  ])('%s is not local', (url) => expect(isLocalUrl(url)).toBe(false))
})
