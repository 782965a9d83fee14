// Emails sent over SMTP and read back as people and tests do.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../src/calls.ts'
import { type Message, openMessages } from '../src/mailbox/messages.ts'
import type { Sandbox } from '../src/start.ts'
import { openStore } from '../src/store.ts'
import { jsonOf, openSandbox, postJson, temporaryFolder } from './support.ts'

const CONTRACTOR = 'vera@vendor.example'

const send = async (sandbox: Sandbox, mail: Record<string, unknown> = {}) => {
  const transport = nodemailer.createTransport(sandbox.settings.mail?.SMTP_URL ?? '', {
    from: 'Harbor & Finch Studio <billing@harborfinch.example>',
  })
  try {
    return await transport.sendMail({ to: CONTRACTOR, subject: 'Hello', text: 'Hi', ...mail })
  } finally {
    transport.close()
  }
}

const messagesOf = (sandbox: Sandbox, query = '') =>
  jsonOf<Message[]>(fetch(`${sandbox.url}/mail/messages${query}`))

const setFault = async (sandbox: Sandbox, mode: string, rest: Record<string, unknown> = {}) => {
  const answer = await postJson(`${sandbox.url}/faults`, { provider: 'mail', mode, ...rest })
  expect(answer.status).toBe(201)
}

describe('the mailbox', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterEach(() => sandbox.reset())

  it('stores emails with all their links', async () => {
    await send(sandbox, {
      subject: 'Überprüfung – verify',
      text: 'Open http://localhost:3000/submit-invoice?token=abc&x=1. Thanks!',
      html: '<a href="http://localhost:3000/submit-invoice?token=abc&amp;x=1">Verify</a> <a href="https://example.com/help">Help</a>',
      messageId: '<fixed@harborfinch.example>',
    })
    const [message] = await messagesOf(sandbox)
    expect(message).toMatchObject({
      id: expect.any(String),
      to: CONTRACTOR,
      from: 'Harbor & Finch Studio <billing@harborfinch.example>',
      subject: 'Überprüfung – verify',
      text: expect.stringContaining('Thanks!'),
      html: expect.stringContaining('Verify'),
      links: ['http://localhost:3000/submit-invoice?token=abc&x=1', 'https://example.com/help'],
      messageId: '<fixed@harborfinch.example>',
    })
    expect(new Date(message?.date ?? '').getTime()).not.toBeNaN()
  })

  it('lists the newest first and filters by recipient', async () => {
    await send(sandbox, { subject: 'one' })
    await send(sandbox, { subject: 'two', to: ['other@vendor.example', CONTRACTOR] })
    await send(sandbox, { subject: 'three', to: 'other@vendor.example' })
    const subjects = (messages: Message[]) => messages.map(({ subject }) => subject)
    expect(subjects(await messagesOf(sandbox))).toEqual(['three', 'two', 'one'])
    expect(subjects(await messagesOf(sandbox, `?to=${CONTRACTOR}`))).toEqual(['two', 'one'])
    expect(subjects(await messagesOf(sandbox, '?limit=1'))).toEqual(['three'])
  })

  it("stores an email twice if it's sent twice", async () => {
    const mail = { messageId: '<same@harborfinch.example>' }
    await send(sandbox, mail)
    await send(sandbox, mail)
    expect(await messagesOf(sandbox)).toMatchObject([mail, mail])
  })

  it('accepts an email late with the fault slow, and logs the call', async () => {
    await setFault(sandbox, 'slow', { delayMs: 500, times: null })
    const startedAt = Date.now()
    await send(sandbox)
    const [message] = await messagesOf(sandbox)
    expect(Date.now() - Date.parse(message?.date ?? '')).toBeGreaterThan(100)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(498)
    const [call, ...others] = await jsonOf<Call[]>(fetch(`${sandbox.url}/calls?since=${startedAt}`))
    expect(call).toMatchObject({ provider: 'mail', method: 'SEND', path: '' })
    expect((call?.endedAt ?? 0) - (call?.startedAt ?? 0)).toBeGreaterThanOrEqual(498)
    expect(others).toEqual([])
  })

  it('serves attachments unchanged', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    await send(sandbox, { attachments: [{ filename: 'récépissé "1".pdf', content }] })
    const [message] = await messagesOf(sandbox)
    expect(message?.attachments).toEqual([
      { name: 'récépissé "1".pdf', type: 'application/pdf', bytes: 256 },
    ])
    const file = await fetch(`${sandbox.url}/mail/messages/${message?.id}/attachments/0`)
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment;/)
    const missing = await fetch(`${sandbox.url}/mail/messages/${message?.id}/attachments/1`)
    expect(missing.status).toBe(404)
  })

  it('shows an email on a page without running its scripts', async () => {
    await send(sandbox, {
      subject: '<script>alert(1)</script>',
      text: 'See http://localhost:3000/here',
      html: '<p>Hello <script>alert(2)</script></p>',
    })
    const [message] = await messagesOf(sandbox)
    const list = await (await fetch(`${sandbox.url}/mail`)).text()
    expect(list).toContain(`/mail/read/${message?.id}`)
    const page = await (await fetch(`${sandbox.url}/mail/read/${message?.id}`)).text()
    expect(page).toContain('&lt;script&gt;alert(1)')
    expect(page).not.toContain('alert(2)')
    expect(page).toContain('<a href="http://localhost:3000/here"')
    const frame = await fetch(`${sandbox.url}/mail/messages/${message?.id}/html`)
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(frame.headers.get('content-security-policy')).toMatch(/sandbox (?!.*allow-scripts)/)
  })

  it('deletes all emails on request', async () => {
    await send(sandbox)
    expect((await fetch(`${sandbox.url}/mail/messages`, { method: 'DELETE' })).status).toBe(204)
    expect(await messagesOf(sandbox)).toEqual([])
  })

  it('answers 404 for an unknown email', async () => {
    expect((await fetch(`${sandbox.url}/mail/messages/nope`)).status).toBe(404)
    expect((await fetch(`${sandbox.url}/mail/read/nope`)).status).toBe(404)
  })

  it.each([
    ['without a password', undefined, 530],
    ['with a wrong password', { user: 'sandbox', pass: 'wrong' }, 535],
  ])('refuses email %s', async (_, auth, responseCode) => {
    const { hostname: host, port } = new URL(sandbox.settings.mail?.SMTP_URL ?? '')
    const transport = nodemailer.createTransport({
      host,
      port: Number(port),
      ...(auth && { auth }),
    })
    const sending = transport.sendMail({ from: 'a@b.example', to: CONTRACTOR, text: 'x' })
    await expect(sending).rejects.toMatchObject({ responseCode })
    transport.close()
    expect(await messagesOf(sandbox)).toEqual([])
  })
})

describe('mailbox faults', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterEach(() => sandbox.reset())

  it.each([
    ['error', 451],
    ['throttle', 450],
    ['expire-token', 530],
  ])('refuses once with %s (%i) and stores nothing', async (mode, code) => {
    await setFault(sandbox, mode)
    await expect(send(sandbox)).rejects.toMatchObject({ responseCode: code })
    expect(await messagesOf(sandbox)).toEqual([])
    await send(sandbox)
    expect(await messagesOf(sandbox)).toHaveLength(1)
  })

  it('closes the connection with cut and stores nothing', async () => {
    await setFault(sandbox, 'cut')
    await expect(send(sandbox)).rejects.toThrow()
    expect(await messagesOf(sandbox)).toEqual([])
  })

  it('stores the email but never confirms it with timeout-after', async () => {
    await setFault(sandbox, 'timeout-after')
    await expect(send(sandbox)).rejects.toThrow()
    expect(await messagesOf(sandbox)).toHaveLength(1)
  })

  it('never answers with timeout', async () => {
    await setFault(sandbox, 'timeout')
    const url = `${sandbox.settings.mail?.SMTP_URL}/?socketTimeout=400`
    const transport = nodemailer.createTransport(url)
    const sending = transport.sendMail({ from: 'a@b.example', to: CONTRACTOR, text: 'x' })
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    transport.close()
    expect(await messagesOf(sandbox)).toEqual([])
  })

  it('hits only matching emails, the given number of times', async () => {
    await setFault(sandbox, 'error', { match: CONTRACTOR, times: 2 })
    await send(sandbox, { to: 'other@vendor.example' })
    await expect(send(sandbox)).rejects.toThrow()
    await expect(send(sandbox)).rejects.toThrow()
    await send(sandbox)
    expect(await messagesOf(sandbox)).toHaveLength(2)
  })
})

describe('the mailbox after a restart', () => {
  it('still has its emails and attachments', async () => {
    const dataDir = temporaryFolder()
    const before = await openSandbox(dataDir)
    await send(before, { attachments: [{ filename: 'a.txt', content: 'kept' }] })
    const messages = await messagesOf(before)
    await before.close()

    const after = await openSandbox(dataDir)
    expect(await messagesOf(after)).toEqual(messages)
    const file = await fetch(`${after.url}/mail/messages/${messages[0]?.id}/attachments/0`)
    expect(await file.text()).toBe('kept')
  })
})

describe('a full mailbox', () => {
  it('keeps the newest 5,000 emails and deletes older ones with their attachments', () => {
    const folder = temporaryFolder()
    const store = openStore(folder)
    afterAll(() => store.close())
    const files = join(folder, 'files')
    const messages = openMessages(store, files)
    const blank = { to: '', from: '', text: '', html: '', links: [], date: '', messageId: '' }
    const attachments = [{ name: 'a.txt', type: 'text/plain', bytes: 1 }]
    store.transaction(() => {
      for (let index = 0; index < 5_002; index += 1) {
        const id = String(index)
        messages.keep({ ...blank, id, subject: id, attachments }, [Buffer.from('x')])
      }
    })
    expect(messages.count()).toBe(5_000)
    expect(messages.list()[0]?.id).toBe('5001')
    expect(messages.find('1')).toBeUndefined()
    expect(existsSync(join(files, '1-0'))).toBe(false)
    expect(existsSync(join(files, '2-0'))).toBe(true)
  })
})
