// Tests that sensitive calls need a recent sign-in, and lists them.
import { readdir } from 'node:fs/promises'
import { savePreferences } from '@invoice-desk/contract/approval/preferences'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { getAccount } from '@invoice-desk/contract/identity/identity'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionCalls } from '../support/sessions.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const { execute, signIn, renew } = sessionCalls(() => desk)

const CONTRACT = new URL('../../../contract/src/', import.meta.url)

const listSensitive = async (): Promise<Endpoint[]> => {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((name) =>
    /\/[^./]+\.ts$/.test(name),
  )
  const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACT).href)))
  return modules
    .flatMap((module) => Object.values<Partial<Endpoint> | null>(module))
    .filter((each): each is Endpoint => each?.recentSignIn === true)
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
}
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const REFUSED = [
  403,
  'sign_in_again',
  'Please sign in again to do this. Nothing you typed is lost.',
]

it('refuses exactly these calls, and preferences of others, an hour after the sign-in, also with a new token, until another sign-in', async () => {
  const sensitive = await listSensitive()
  expect(sensitive.map(nameOf)).toEqual([
    'DELETE /api/settings/logo',
    'GET /api/auth/qbo/start',
    'POST /api/accounts',
    'POST /api/accounts/google-account',
    'POST /api/accounts/sign-out',
    'POST /api/payments/admin/resume',
    'POST /api/settings/logo',
    'PUT /api/accounts',
    'PUT /api/approval-rules',
    'PUT /api/settings',
  ])
  const { jar, answer } = await signIn(ADMIN)
  const signedInAgo = async (minutes: number) => {
    await execute(
      sql`UPDATE staff_session SET created_at = now() - ${minutes} * interval '1 minute'`,
    )
    desk.desk.dependencies.callers.forget()
  }
  const add = async (token: string) => {
    const { status, body } = await desk.call(addAccount, { token, body: {} })
    return [status, body.code, body.error]
  }
  const { idToken } = answer.body
  await signedInAgo(59)
  expect((await add(idToken))[0]).toBe(400)

  await signedInAgo(61)
  for (const endpoint of sensitive) {
    const options = endpoint.method === 'GET' ? {} : { body: {} }
    const { status, body } = await desk.call(endpoint, { token: idToken, ...options })
    expect([status, body.code, body.error], nameOf(endpoint)).toEqual(REFUSED)
  }
  expect((await desk.call(getAccount, { token: idToken })).status).toBe(200)
  const prefer = async (email: string) => {
    const body = { email, notices: 'each', absence: null, version: 0 }
    return (await desk.call(savePreferences, { token: idToken, body })).body.code
  }
  expect([await prefer(STAFF), await prefer(ADMIN)]).toEqual(['sign_in_again', undefined])
  expect(await add((await renew(jar)).body.idToken)).toEqual(REFUSED)
  expect((await add((await signIn(ADMIN, jar)).answer.body.idToken))[0]).toBe(400)
})
