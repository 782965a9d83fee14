// Reads and writes staff accounts.

import type { Tool } from '@invoice-desk/contract/identity/tools'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { and, eq, getTableColumns, inArray, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { auditEvent } from '../../db/schema/common.ts'
import { staffAccount, staffSession, staffToken } from '../../db/schema/identity.ts'
import {
  type AccountRow,
  type EffectiveAccount,
  listEffectiveAccounts,
  listedAccount,
  type StaffSettings,
} from './provisioning.ts'

const { createdAt, updatedAt, ...columns } = getTableColumns(staffAccount)

/** Every call by staff reads it: the account, and the session that the id token belongs to. */
const callerByToken = prepared((db) =>
  db
    .select({
      row: columns,
      session: { id: staffSession.id, signedInAt: staffSession.createdAt },
    })
    .from(sql`(SELECT 1) AS one`)
    .leftJoin(staffAccount, eq(staffAccount.email, sql.placeholder('email')))
    .leftJoin(staffToken, eq(staffToken.tokenHash, sql.placeholder('tokenHash')))
    .leftJoin(staffSession, eq(staffSession.secretHash, staffToken.secretHash)),
)

/** Without a session, the token has ended. */
export const findCaller = async (db: Db, asked: { email: string; tokenHash: string }) => {
  const [{ row, session } = { row: null, session: null }] = await callerByToken(db).execute(asked)
  return { row: row ?? undefined, session: session ?? undefined }
}

const accountByEmail = prepared((db) =>
  db
    .select(columns)
    .from(staffAccount)
    .where(eq(staffAccount.email, sql.placeholder('email'))),
)

export const findAccountRow = async (db: Db, email: string): Promise<AccountRow | undefined> => {
  const [row] = await accountByEmail(db).execute({ email })
  return row
}

/** The account of an email, unless it's disabled. */
export const findActiveAccount = async (
  db: Db,
  settings: StaffSettings,
  email: string,
): Promise<EffectiveAccount | undefined> => {
  const account = listedAccount(settings, await findAccountRow(db, email), email)
  return account?.disabled ? undefined : account
}

/** The accounts with these emails, without disabled ones. */
export const listActiveAccounts = async (
  db: Db,
  settings: StaffSettings,
  emails: readonly string[],
): Promise<Map<string, EffectiveAccount>> => {
  const rows = await db
    .select(columns)
    .from(staffAccount)
    .where(inArray(staffAccount.email, [...emails]))
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  const accounts = emails.map((email) => listedAccount(settings, byEmail.get(email), email))
  return new Map(accounts.flatMap((each) => (each && !each.disabled ? [[each.email, each]] : [])))
}

export const listAccountRows = (db: Db): Promise<AccountRow[]> =>
  db.select(columns).from(staffAccount).orderBy(staffAccount.email)

/** The emails of accounts on the accounts page that were never used. */
export const listNeverSignedIn = async (db: Db): Promise<string[]> => {
  const signIns = db
    .select({ id: auditEvent.id })
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.subjectKind, 'account'),
        eq(auditEvent.subjectId, staffAccount.email),
        eq(auditEvent.action, 'signed_in'),
      ),
    )
  const rows = await db
    .select({ email: staffAccount.email })
    .from(staffAccount)
    .where(notExists(signIns))
  return rows.map(({ email }) => email)
}

/** Everyone who may use a tool. */
export const listAccountsWithTool = async (db: Db, settings: StaffSettings, tool: Tool) =>
  listEffectiveAccounts(settings, await listAccountRows(db)).filter(
    ({ disabled, tools }) => !disabled && tools.includes(tool),
  )

/** Everyone who may use a tool and can get email, such as the approvers. */
export const listEmailsWithTool = async (
  db: Db,
  settings: StaffSettings,
  tool: Tool,
): Promise<string[]> =>
  (await listAccountsWithTool(db, settings, tool))
    .map(({ email }) => email)
    // One address that the mailer refuses would stop the email to everyone.
    .filter(isPlainEmail)

/** Adds someone in the domain to the accounts page. Resets someone who came from another domain, unless disabled. */
export const rememberDomainAccount = async (
  db: Db,
  { email, name, domain }: { email: string; name: string; domain: string },
): Promise<void> => {
  await db
    .insert(staffAccount)
    .values({ email, name, domain, version: 0 })
    .onConflictDoUpdate({
      target: staffAccount.email,
      set: { domain, admin: false, tools: [], version: 0, updatedAt: sql`now()` },
      setWhere: sql`${staffAccount.domain} <> ${domain} AND NOT ${staffAccount.disabled}`,
    })
}

/** False if the email already has a row. */
export const insertAccountRow = async (
  db: Db,
  account: Omit<AccountRow, 'version' | 'domain'>,
): Promise<boolean> => {
  const { rowCount } = await db
    .insert(staffAccount)
    .values({ ...account, version: 1 })
    .onConflictDoNothing()
  return rowCount === 1
}

/** False if someone else changed the row since `version` was read. */
export const updateAccountRow = async (
  db: Db,
  account: Omit<AccountRow, 'domain'> & { domain?: null },
): Promise<boolean> => {
  const { email, version, ...fields } = account
  const { rowCount } = await db
    .update(staffAccount)
    .set({ ...fields, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(staffAccount.email, email), eq(staffAccount.version, version)))
  return rowCount === 1
}
