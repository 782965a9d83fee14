// Calls every route as every kind of caller.
import { setTimeout as sleep } from 'node:timers/promises'
import { addAccount, changeAccount } from '@invoice-desk/contract/identity/accounts'
import { TOOLS, type Tool } from '@invoice-desk/contract/identity/tools'
import { generateKeyPair, SignJWT } from 'jose'
import { addToken } from '../contractor/contractors.ts'
import { STAFF, STRANGER } from '../people.ts'
import { type Operation, readOperations } from './operations.ts'
import { createSender } from './send.ts'
import type { World } from './world.ts'

type Role = {
  readonly name: string
  /** Undefined sends no credentials. */
  readonly token?: string
  readonly isContractor?: true
  /** Set for staff only. */
  readonly tools?: readonly Tool[]
  readonly isAdmin?: true
  readonly isExpiredStaff?: true
  /** When the role's token has expired. The other roles have their turn before. */
  readonly expiredAtMs?: number
}

export type RoleResult = {
  readonly routes: number
  readonly roles: number
  readonly calls: number
  readonly wrong: readonly string[]
}

/** Error codes that only the access check gives. */
const GATE_CODES: ReadonlySet<unknown> = new Set([
  'sign_in_required',
  'session_expired',
  'account_not_provisioned',
  'account_disabled',
  'tool_not_enabled',
  'admin_required',
  'token_missing',
  'token_invalid',
  'token_expired',
  'webhook_signature_invalid',
  'not_found',
])

export const tryAllRoles = async (world: World): Promise<RoleResult> => {
  const roles = await assembleRoles(world)
  const operations = await readOperations(world.shop.desk)
  const sender = createSender(world.shop.desk.url, 8)
  const wrong: string[] = []
  for (const role of roles) {
    await sleep(Math.max(0, (role.expiredAtMs ?? 0) - Date.now()))
    const calls = operations.map(async (operation) => {
      const isLetIn = await isAdmitted(sender, operation, role)
      if (isLetIn === isAllowed(operation, role)) return
      wrong.push(
        `${operation.name} (${operation.access}) ${isLetIn ? 'let in' : 'refused'} ${role.name}`,
      )
    })
    await Promise.all(calls)
  }
  sender.close()
  const { length: routes } = operations
  return { routes, roles: roles.length, calls: routes * roles.length, wrong }
}

/** What the declared access means; deliberately independent of the server's check. */
const isAllowed = ({ access }: Operation, role: Role): boolean => {
  const isStaff = role.tools !== undefined
  switch (access) {
    case 'public':
      return true
    case 'provider':
    case 'metrics':
      return false
    case 'retailer':
      return !role.isExpiredStaff
    case 'contractor':
      return role.isContractor === true
    case 'contractor-or-staff':
      return role.isContractor === true || isStaff
    case 'staff':
      return isStaff
    case 'admin':
      return role.isAdmin === true
    default: {
      const sufficient = access.replace('tool:', '').split('|')
      return role.tools?.some((tool) => sufficient.includes(tool)) === true
    }
  }
}

/** Sends an empty body, so that an admitted call fails before it changes anything. */
const isAdmitted = async (
  sender: ReturnType<typeof createSender>,
  { method, path, isForm, access }: Operation,
  { token }: Role,
): Promise<boolean> => {
  const hasBody = method !== 'GET' && !isForm
  const { text } = await sender.send({
    method,
    target: path,
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    body: hasBody ? Buffer.from('{}') : undefined,
  })
  const code = codeIn(text)
  // Anyone may call verify-token, which uses the same error code for a missing token.
  return !GATE_CODES.has(code) || (access === 'public' && code === 'token_missing')
}

const codeIn = (text: string): unknown => /"code":"(\w+)"/.exec(text)?.[1]

const assembleRoles = async (world: World): Promise<Role[]> => {
  const { shop, a, b, admin } = world
  const { desk } = shop
  const ask = (path: string, body: Record<string, unknown>) => shop.post(`/google/${path}`, body)
  const short = await shortToken(world)
  const newStaff = async (name: string, tools: readonly Tool[]): Promise<string> => {
    const email = `${name}@harborfinch.example`
    await ask('accounts', { email })
    await desk.call(addAccount, { token: admin, body: { email, tools } })
    return (await desk.signIn(email)).idToken
  }
  const disabled = await newStaff('role.disabled', TOOLS)
  const change = { name: '', tools: TOOLS, disabled: true, version: 1 }
  await desk.call(changeAccount, {
    token: admin,
    body: { email: 'role.disabled@harborfinch.example', ...change },
  })
  const roles: Role[] = [
    { name: 'anonymous' },
    { name: 'contractor A', token: a.contractor.token, isContractor: true },
    { name: 'contractor B', token: b.contractor.token, isContractor: true },
    { name: 'an expired link', token: await expiredLink(world) },
    { name: 'a revoked link', token: await revokedLink(world) },
    { name: 'staff without tools', token: await newStaff('role.none', []), tools: [] },
    { name: 'an administrator', token: admin, tools: TOOLS, isAdmin: true },
    { name: 'a disabled account', token: disabled },
    { name: 'a stranger’s token', token: await strangersToken(world) },
    { name: 'another key’s token', token: await forgedToken(world, 'staff') },
    { name: 'another audience’s token', token: await forgedToken(world, 'audience') },
    { name: 'an unsigned token', token: unsignedToken() },
    { name: 'an altered token', token: alteredToken(world.staff) },
    { name: 'the scraper’s guess', token: 'metrics' },
  ]
  for (const tool of TOOLS) {
    const token = await newStaff(`role.${tool}`, [tool])
    roles.push({ name: `staff with ${tool}`, token, tools: [tool] })
  }
  const expiredAtMs = short.exp * 1_000 + TOLERANCE_MS
  const expired = { token: short.idToken, isExpiredStaff: true, expiredAtMs } as const
  return [...roles, { name: 'an expired sign-in', ...expired }]
}

const expiredLink = ({ shop, a }: World) =>
  addToken(shop.desk, a.contractor.email, { expiresAt: new Date(Date.now() - 1_000) })

const revokedLink = ({ shop, a }: World) =>
  addToken(shop.desk, a.contractor.email, { revokedAt: new Date() })

/** From the right issuer for our client, but without an account here. */
const strangersToken = async ({ shop, admin }: World): Promise<string> => {
  const { desk } = shop
  await desk.call(addAccount, { token: admin, body: { email: STRANGER, tools: [] } })
  const { idToken } = await desk.signIn(STRANGER)
  await desk.desk.dependencies.database.pool.query('DELETE FROM staff_account WHERE email = $1', [
    STRANGER,
  ])
  return idToken
}

/** The app tolerates small clock differences. */
const TOLERANCE_MS = 5_500

const shortToken = async ({ shop }: World): Promise<{ idToken: string; exp: number }> => {
  await shop.post('/google/settings', { idTokenSeconds: 1 })
  const { idToken, exp = 0 } = await shop.desk.signIn(STAFF)
  await shop.post('/google/settings', { idTokenSeconds: 3_600 })
  return { idToken, exp }
}

const forgedToken = async ({ shop }: World, what: 'staff' | 'audience'): Promise<string> => {
  const { privateKey } = await generateKeyPair('RS256')
  const { GOOGLE_ISSUER = '', GOOGLE_CLIENT_ID = '' } = shop.desk.sandbox.settings.google ?? {}
  return new SignJWT({ email: 'ada.admin@harborfinch.example', email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'x' })
    .setIssuer(GOOGLE_ISSUER)
    .setAudience(what === 'audience' ? 'another-client' : GOOGLE_CLIENT_ID)
    .setExpirationTime('1h')
    .sign(privateKey)
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const unsignedToken = (): string =>
  `${encode({ alg: 'none' })}.${encode({ email: 'ada.admin@harborfinch.example', email_verified: true })}.`

const alteredToken = (token: string): string => {
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return `${header}.${encode({ ...claims, email: 'ada.admin@harborfinch.example' })}.${signature}`
}
