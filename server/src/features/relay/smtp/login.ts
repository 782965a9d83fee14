// Logs devices in, and checks again before each message that they still may send.
import { isTokenOf } from '../../../secrets/link-tokens.ts'
import { findActiveAccount } from '../../identity/queries.ts'
import { blockOf } from '../devices/blocked.ts'
import { findLogin, type Login } from '../devices/queries.ts'
import type { SmtpDependencies } from './limits.ts'
import { SmtpRefusal } from './refusal.ts'
import type { Connection } from './smtp-connections.ts'

/** What a session remembers about its device. */
export type SmtpUser = Pick<Login, 'deviceId' | 'passwordHash'> & { readonly userName: string }

/** The hash of no password. Makes an unknown user name take as long as a wrong password. */
const NO_HASH = '0'.repeat(64)

export const logIn = async (
  dependencies: SmtpDependencies,
  connection: Connection,
  {
    username = '',
    password,
  }: { username?: string | undefined; password?: string | null | undefined },
): Promise<SmtpUser> => {
  const userName = username.trim().toLowerCase()
  const login = await findLogin(dependencies.database.db, userName)
  const isRight = isTokenOf(asMade(password ?? ''), login?.passwordHash ?? NO_HASH)
  if (!login || !isRight) throw await wrongLogin(dependencies, connection, login?.deviceId)
  await assertAllowed(dependencies, login)
  connection.deviceId = login.deviceId
  const { deviceId, address } = connection
  dependencies.log.info({ device: deviceId, address }, 'A device logged in to the mail relay')
  return { userName, deviceId: login.deviceId, passwordHash: login.passwordHash }
}

/** People type it as the page shows it, in groups, and some devices begin with an upper-case letter. */
const asMade = (password: string): string => password.replace(/\s/g, '').toLowerCase()

/** The right password always gets in: others behind the same address can't lock a device out. */
const wrongLogin = async (
  { rateLimits, limits }: SmtpDependencies,
  connection: Connection,
  deviceId: string | undefined,
): Promise<SmtpRefusal> => {
  connection.wrongLogins += 1
  if (await rateLimits.counter('relay_login', connection.address).count())
    return new SmtpRefusal(
      '421 4.7.0',
      'Too many failed logins from this address. Check the password, and try again in ten minutes.',
      deviceId,
    )
  const isLast = connection.wrongLogins >= limits.wrongLogins
  return new SmtpRefusal(
    isLast ? '421 4.7.0' : '535 5.7.8',
    "The user name or the password is wrong, or the device was revoked. Create a new password on the mail relay page if you don't know it.",
    deviceId,
  )
}

export const getUser = (user: SmtpUser | undefined): SmtpUser => {
  if (user) return user
  throw new SmtpRefusal(
    '530 5.7.0',
    'Turn on TLS and log in first. Only registered devices can send.',
  )
}

/** The device as it is now. Throws if it was revoked or got another password since it logged in. */
export const getDevice = async (dependencies: SmtpDependencies, user: SmtpUser): Promise<Login> => {
  const login = await findLogin(dependencies.database.db, user.userName)
  if (login?.deviceId !== user.deviceId || login.passwordHash !== user.passwordHash)
    throw new SmtpRefusal(
      '535 5.7.8',
      'The device was revoked or has a new password. Connect and log in again.',
    )
  await assertAllowed(dependencies, login)
  return login
}

const assertAllowed = async (
  { config, database }: SmtpDependencies,
  login: Login,
): Promise<void> => {
  const { deviceId, owner, address, mailboxOwner } = login
  const account = await findActiveAccount(database.db, config.staff, owner)
  const reason = blockOf(account, { owner, mailbox: { address, owner: mailboxOwner } })
  if (reason) throw new SmtpRefusal('535 5.7.8', `${reason} Ask an administrator.`, deviceId)
}
