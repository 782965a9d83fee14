// Gmail's send call: who may send, as whom, to how many, and what arrives.
import { tokenRevocation } from 'openid-client'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../src/mailbox/messages.ts'
import type { Sandbox } from '../src/start.ts'
import { begin, clientOf, STAFF, STRANGER, signIn } from './google-client.ts'
import { APP_URL, jsonOf, openBrowser, openSandbox, postJson } from './support.ts'

const SCOPE = 'https://www.googleapis.com/auth/gmail.send'
const ASKED = {
  scope: `openid email ${SCOPE}`,
  redirect_uri: `${APP_URL}/auth/gmail/redirect`,
  prompt: 'consent',
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterEach(() => sandbox.reset())

const consent = (email = STAFF, form: Record<string, string> = { gmail: 'yes' }) =>
  signIn(sandbox, email, openBrowser(sandbox.url), ASKED, form)

const accessTokenOf = async (email = STAFF) => (await consent(email)).tokens.access_token

const upload = async (token: string, message: string | Buffer) => {
  const url = `${sandbox.settings.google?.GMAIL_API_URL}/upload/gmail/v1/users/me/messages/send`
  const answer = await fetch(`${url}?uploadType=media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: typeof message === 'string' ? message.replaceAll('\n', '\r\n') : new Uint8Array(message),
  })
  return { status: answer.status, body: await jsonOf<Record<string, unknown>>(answer) }
}

const mails = () => jsonOf<Message[]>(fetch(`${sandbox.url}/mail/messages`))
const setLimits = (limits: Record<string, number>) =>
  postJson(`${sandbox.url}/google/settings`, limits)

const TO_BO = `From: ${STAFF}\nTo: bo@customer.example\nSubject: Scan\nMessage-ID: <1@scanner.example>\n\nPage 1\n`

const refusal = (code: number, status: string, reason: string, message = expect.any(String)) => ({
  status: code,
  body: {
    error: { code, status, message, errors: [{ domain: expect.any(String), reason, message }] },
  },
})

describe('consent', () => {
  it('names the permission, and the token answer tells if the person unticked it', async () => {
    const client = await clientOf(sandbox)
    const { page } = await openBrowser(sandbox.url).open((await begin(client, ASKED)).url)
    expect(page).toContain('Send email on your behalf')
    expect((await consent()).tokens.scope?.split(' ')).toContain(SCOPE)
    const unticked = (await consent(STAFF, {})).tokens
    expect(unticked.scope).toBe('openid email')
    expect(unticked.refresh_token).toEqual(expect.any(String))
    expect(await upload(unticked.access_token, TO_BO)).toEqual(
      refusal(403, 'PERMISSION_DENIED', 'insufficientPermissions'),
    )
  })

  it('is over for all tokens of the person when one is revoked', async () => {
    const { client, tokens } = await consent()
    const signedIn = await signIn(sandbox, STAFF)
    await tokenRevocation(client, signedIn.tokens.access_token)
    const answer = await upload(tokens.access_token, TO_BO)
    expect(answer).toEqual(refusal(401, 'UNAUTHENTICATED', 'authError'))
  })
})

describe('a sent message', () => {
  it('arrives at everyone without its Bcc, and is counted', async () => {
    const token = await accessTokenOf()
    const answer = await upload(
      token,
      `From: Scanner <${STAFF}>\nTo: Bo <bo@customer.example>, "Li, Q" <li@customer.example>\nBcc: quiet@customer.example\nX-Page: 1\nSubject: Scan\nMessage-ID: <7@scanner.example>\n\nPage 1\n`,
    )
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id: expect.any(String),
      threadId: expect.any(String),
      labelIds: ['SENT'],
    })
    const [mail] = await mails()
    expect(mail).toMatchObject({
      to: 'bo@customer.example, li@customer.example, quiet@customer.example',
      from: `Scanner <${STAFF}>`,
      subject: 'Scan',
      messageId: '<7@scanner.example>',
      sentThrough: STAFF,
    })
    const names = mail?.headers?.map(({ name }) => name)
    expect(names).toEqual(['From', 'To', 'X-Page', 'Subject', 'Message-ID', 'Date'])
    const { google } = await jsonOf<{ google: { accounts: object[] } }>(
      fetch(`${sandbox.url}/state`),
    )
    expect(google.accounts).toContainEqual(
      expect.objectContaining({ email: STAFF, messagesSent: 1 }),
    )
    const page = await (await fetch(`${sandbox.url}/mail/read/${mail?.id}`)).text()
    expect(page).toContain('Sent through Gmail by')
  })

  it('can also be sent as base64url in JSON', async () => {
    const answer = await fetch(`${sandbox.url}/google/gmail/v1/users/me/messages/send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await accessTokenOf()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ raw: Buffer.from(TO_BO).toString('base64url') }),
    })
    expect(answer.status).toBe(200)
    expect(await mails()).toMatchObject([{ subject: 'Scan', text: 'Page 1\n' }])
  })

  it('comes from the account, unless the address is a verified alias', async () => {
    const token = await accessTokenOf()
    const asScanner = TO_BO.replace(STAFF, 'Hall <scanner@harborfinch.example>')
    await upload(token, asScanner)
    const alias = { email: STAFF, alias: 'scanner@harborfinch.example' }
    await postJson(`${sandbox.url}/google/aliases`, alias)
    await upload(token, asScanner)
    expect((await mails()).map(({ from }) => from)).toEqual([
      'Hall <scanner@harborfinch.example>',
      `Hall <${STAFF}>`,
    ])
  })
})

describe('Gmail refuses', () => {
  it.each([
    ['no recipient', 'Subject: Scan\n\nPage 1', 'Recipient address required'],
    ['an invalid To', 'To: bo at customer\n\nPage 1', 'Invalid To header'],
    ['an invalid Cc', 'To: bo@customer.example\nCc: <x>\n\nPage 1', 'Invalid Cc header'],
  ])('%s', async (_what, message, text) => {
    expect(await upload(await accessTokenOf(), message)).toEqual(
      refusal(400, 'INVALID_ARGUMENT', 'invalidArgument', text),
    )
    expect(await mails()).toEqual([])
  })

  it('a message that is too large, but reads one just below', async () => {
    const token = await accessTokenOf()
    const head = 'Subject: Scan\r\n\r\n'
    const sized = (bytes: number) => Buffer.from(head.padEnd(bytes, 'a'))
    expect((await upload(token, sized(36_700_161))).status).toBe(413)
    // Delivering it would take seconds.
    expect(await upload(token, sized(36_700_160))).toEqual(
      refusal(400, 'INVALID_ARGUMENT', 'invalidArgument', 'Recipient address required'),
    )
  })

  it('an unknown token', async () => {
    expect(await upload('made-up', TO_BO)).toEqual(refusal(401, 'UNAUTHENTICATED', 'authError'))
  })

  it('more than the quota per minute and account', async () => {
    await setLimits({ gmailUnitsPerMinute: 199 })
    const token = await accessTokenOf()
    expect((await upload(token, TO_BO)).status).toBe(200)
    expect(await upload(token, TO_BO)).toEqual(
      refusal(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'),
    )
    expect((await upload(await accessTokenOf(STRANGER), TO_BO)).status).toBe(200)
  })

  it('more recipients than a personal or company account may have per day', async () => {
    await setLimits({ companyRecipientsPerDay: 2, personalRecipientsPerDay: 1 })
    const statuses = []
    for (const token of [await accessTokenOf(), await accessTokenOf(STRANGER)])
      for (const _ of [1, 2, 3]) statuses.push((await upload(token, TO_BO)).status)
    expect(statuses).toEqual([200, 200, 429, 200, 429, 429])
    expect(await upload(await accessTokenOf(), TO_BO)).toEqual(
      refusal(
        429,
        'RESOURCE_EXHAUSTED',
        'userRateLimitExceeded',
        expect.stringMatching(/^User-rate limit exceeded. {2}Retry after 20\S+Z$/),
      ),
    )
  })

  it('what a fault says, in the format of its API', async () => {
    const token = await accessTokenOf()
    const fault = { provider: 'google', match: 'messages/send', times: 1 }
    const expected = {
      error: refusal(503, 'UNAVAILABLE', 'backendError'),
      throttle: refusal(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'),
      'expire-token': refusal(401, 'UNAUTHENTICATED', 'authError'),
    }
    for (const [mode, answer] of Object.entries(expected)) {
      await postJson(`${sandbox.url}/faults`, { ...fault, mode })
      expect(await upload(token, TO_BO)).toEqual(answer)
    }
    expect(await mails()).toEqual([])
  })

  it('to answer after it sent the message, which it notes', async () => {
    const token = await accessTokenOf()
    expect((await upload(token, TO_BO)).status).toBe(200)
    for (const mode of ['cut', 'garble']) {
      const fault = { provider: 'google', match: 'messages/send', times: 1, mode }
      await postJson(`${sandbox.url}/faults`, fault)
      await upload(token, TO_BO).catch(() => {})
    }
    await expect
      .poll(async () => (await mails()).map(({ isAnswerLost }) => isAnswerLost))
      .toEqual([true, true, undefined])
  })
})
