import {
  sendVerification,
  signOutEverywhere,
  verifyToken,
} from '@invoice-desk/contract/contractor/contractor'
import { HUMAN_CHECK_VERIFY } from '@invoice-desk/contract/http/human-check'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor, addToken } from '@invoice-desk/testing/contractor/contractors'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { mailsTo, verifyByMail, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

type SendOptions = { returnUrl?: string; from?: string; captchaToken?: string | undefined }

const send = (email: string, options: SendOptions = {}) => {
  const { returnUrl = `${desk.url}/submit-invoice`, captchaToken, ...rest } = options
  return desk.call(sendVerification, { body: { email, returnUrl, captchaToken }, ...rest })
}
const newToken = () => passHumanCheck(desk, { action: HUMAN_CHECK_VERIFY })
const queuedTo = async (email: string): Promise<number> => {
  const { rows } = await desk.desk.dependencies.database.pool.query(
    "SELECT id FROM jobs.job WHERE name = 'verification-mail' AND data->>'email' = $1",
    [email],
  )
  return rows.length
}

describe('the verification email', () => {
  it('has a working link to our page, as text and as HTML', async () => {
    await send(' Vera@Vendor.example ')
    const mail = await waitForMail(desk, 'vera@vendor.example')
    expect(mail.subject).toBe('Verify your email for Harbor & Finch Studio')
    const [link = ''] = mail.links
    expect(link).toMatch(new RegExp(`^${desk.url}/submit-invoice\\?token=[\\w-]{43}$`))
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain('Harbor &amp; Finch Studio')
    // Nothing is loaded, so no one learns when the email is opened.
    expect(mail.html).not.toMatch(/<(script|link|form)|src="(?!cid:)/i)
    expect(mail.text).toContain('90 days')
    const token = new URL(link).searchParams.get('token')
    const { status, body } = await desk.call(verifyToken, { body: { token } })
    expect([status, body]).toEqual([
      200,
      {
        valid: true,
        email: 'vera@vendor.example',
        expiresAt: expect.any(String),
        daysRemaining: 90,
        currentTime: expect.any(String),
      },
    ])
    const days = (Date.parse(body.expiresAt) - Date.parse(body.currentTime)) / 86_400_000
    expect(days).toBeGreaterThan(89.9)
    expect(days).toBeLessThanOrEqual(90)
  })

  it('gets the same response for a known and an unknown address', async () => {
    const { email } = await addContractor(desk)
    const known = await send(email)
    const unknown = await send('nobody@vendor.example')
    expect(known.body).toEqual(unknown.body)
    expect([known.status, unknown.status]).toEqual([200, 200])
  })

  it('is the only place with the token', async () => {
    const token = await verifyByMail(desk, 'secret@vendor.example')
    const tables = ['verification', 'jobs.job', 'audit_event', 'rate_limit']
    for (const table of tables) {
      const { rows } = await desk.desk.dependencies.database.pool.query(`SELECT * FROM ${table}`)
      expect(JSON.stringify(rows)).not.toContain(token)
    }
  })

  it.each([
    'https://evil.example/submit-invoice',
    'http://localhost:1/submit-invoice',
    '//evil.example/submit-invoice',
    'javascript:alert(1)',
    '/submit-invoice',
    '',
  ])('refuses the return URL %j', async (returnUrl) => {
    const email = 'careful@vendor.example'
    const { status, body } = await send(email, { returnUrl })
    expect([status, body.code, body.field]).toEqual([400, 'return_url_refused', 'returnUrl'])
    // The email itself would arrive too late for this check.
    expect(await queuedTo(email)).toBe(0)
  })

  it('refuses our other pages, and accepts the URL with a query or none at all', async () => {
    const other = await send('page@vendor.example', { returnUrl: `${desk.url}/approve-invoice` })
    expect(other.body.code).toBe('return_url_refused')
    const returnUrl = `${desk.url}/submit-invoice?x=1`
    expect((await send('page@vendor.example', { returnUrl })).status).toBe(200)
    const bare = await desk.call(sendVerification, { body: { email: 'page@vendor.example' } })
    expect(bare.status).toBe(200)
    const mails = () => mailsTo(desk, 'page@vendor.example')
    await expect.poll(mails).toHaveLength(2)
    for (const { links } of await mails()) expect(links[0]).not.toContain('x=1')
  })

  it.each(['', 'no-at', 'a b@c.example', 'a@b', 'a@@b.example', 7])(
    'refuses the email %j',
    async (email) => {
      const { status, body } = await desk.call(sendVerification, { body: { email } })
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'email'])
    },
  )

  it.each([
    ['a contractor', '198.51.100.75'],
    ['a stranger', '198.51.100.76'],
  ])(
    'requires a human check after the second request from one IP address, for %s',
    async (who, from) => {
      const { email } = await addContractor(desk)
      const recipient = who === 'a contractor' ? email : `not.${email}`
      const ask = async (captchaToken?: string) =>
        (await send(recipient, { from: `2001:db8::1, ${from}`, captchaToken })).body.code
      expect([await ask(), await ask(), await ask()]).toEqual([
        undefined,
        undefined,
        'human_check_required',
      ])
      expect(await ask(await passHumanCheck(desk))).toBe('not_human')
      const token = await newToken()
      expect(await ask(token)).toBeUndefined()
      expect(await ask(token)).toBe('not_human')
      expect(await queuedTo(recipient)).toBe(3)
    },
  )

  it('requires a human check from the sixth email per mailbox, and stops after 20 until the owner signs out', async () => {
    const email = 'bombed@vendor.example'
    for (let n = 0; n < 5; n += 1) expect((await send(email)).status).toBe(200)
    for (let n = 0; n < 30; n += 1) {
      const same = n % 2 === 0 ? email.toUpperCase() : `bombed+${n}@vendor.example`
      expect((await send(same)).body.code).toBe('human_check_required')
    }
    expect(await queuedTo(email)).toBe(5)
    const answers = new Set<string>()
    for (let n = 5; n < 25; n += 1) {
      const { status, body } = await send(` ${email}`, { captchaToken: await newToken() })
      if (n > 20) await send(`bombed+${n}@vendor.example`, { captchaToken: await newToken() })
      answers.add(JSON.stringify([status, body]))
    }
    expect(answers).toEqual(
      new Set([JSON.stringify([200, (await send('else@vendor.example')).body])]),
    )
    expect(await queuedTo(email)).toBe(20)
    expect(await queuedTo('bombed+21@vendor.example')).toBe(0)

    const token = await addToken(desk, email)
    expect((await desk.call(signOutEverywhere, { token, body: { email } })).status).toBe(200)
    expect((await send(email)).body.code).toBe('human_check_required')
    expect((await send(email, { captchaToken: await newToken() })).status).toBe(200)
    expect(await queuedTo(email)).toBe(21)
  })

  it('is rate-limited per IP address', async () => {
    const from = '198.51.100.77'
    const { points } = RATE_LIMITS.verification
    for (let n = 0; n < points; n += 1) {
      const { status } = await desk.call(sendVerification, { body: { email: 'x' }, from })
      expect(status).toBe(400)
    }
    const refused = await send('fine@vendor.example', { from })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toMatch(/^Too many requests\. Try again in ([5-9]|10) minutes\.$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('arrives once the mail server is back', async () => {
    const email = 'patient@vendor.example'
    await setFault(desk, { provider: 'mail', mode: 'error', match: email, times: 1 })
    expect((await send(email)).status).toBe(200)
    const { links } = await waitForMail(desk, email)
    const token = new URL(links[0] ?? '').searchParams.get('token')
    expect((await desk.call(verifyToken, { body: { token } })).body.valid).toBe(true)
  })

  it("returns the specified error when it can't be queued", async () => {
    const { pool } = desk.desk.dependencies.database
    await pool.query('ALTER SCHEMA jobs RENAME TO jobs_renamed')
    try {
      const { status, body } = await send('failing@vendor.example')
      expect([status, body.error]).toEqual([500, 'Failed to send verification email'])
    } finally {
      await pool.query('ALTER SCHEMA jobs_renamed RENAME TO jobs')
    }
  })
})
