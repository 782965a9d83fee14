// Rows of the accounts page, and of people who have an account through STAFF_DOMAIN.
import { isPlainEmail } from '@invoice-desk/contract/email'
import type { Tool } from '@invoice-desk/contract/tools'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { prepared } from '../../db/prepared.ts'
import { staffAccount } from '../../db/schema/identity.ts'
import { type AccountRow, listEffectiveAccounts, type StaffSettings } from './provisioning.ts'

const columns = {
  email: staffAccount.email,
  name: staffAccount.name,
  admin: staffAccount.admin,
  tools: staffAccount.tools,
  disabled: staffAccount.disabled,
  domain: staffAccount.domain,
  version: staffAccount.version,
}

const accountByEmail = prepared((db) =>
  db
    .select(columns)
    .from(staffAccount)
    .where(eq(staffAccount.email, sql.placeholder('email')))
    .prepare('account_by_email'),
)

export const findAccountRow = async (db: Db, email: string): Promise<AccountRow | undefined> => {
  const [row] = await accountByEmail(db).execute({ email })
  return row
}

export const listAccountRows = (db: Db): Promise<AccountRow[]> =>
  db.select(columns).from(staffAccount).orderBy(staffAccount.email)

/** Everyone known by name who may use a tool, such as the approvers; only those who can be mailed. */
export const listEmailsWithTool = async (
  db: Db,
  settings: StaffSettings,
  tool: Tool,
): Promise<string[]> =>
  listEffectiveAccounts(settings, await listAccountRows(db))
    .filter(({ disabled, tools }) => !disabled && tools.includes(tool))
    .map(({ email }) => email)
    // An address that the mailer refuses would keep the email from all the others.
    .filter(isPlainEmail)

/**
 * From now on a person of the domain is on the accounts page and gets email. Someone who was of another domain begins anew,
 * unless disabled.
 */
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

/** False when the email has a row already. */
export const insertAccountRow = async (
  db: Db,
  account: Omit<AccountRow, 'version' | 'domain'>,
): Promise<boolean> => {
  const inserted = await db
    .insert(staffAccount)
    .values({ ...account, version: 1 })
    .onConflictDoNothing()
    .returning({ email: staffAccount.email })
  return inserted.length === 1
}

/** False when someone else changed the row since `version` was read. */
export const updateAccountRow = async (
  db: Db,
  account: Omit<AccountRow, 'domain'> & { domain?: null },
): Promise<boolean> => {
  const { email, version, ...fields } = account
  const updated = await db
    .update(staffAccount)
    .set({ ...fields, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(staffAccount.email, email), eq(staffAccount.version, version)))
    .returning({ email: staffAccount.email })
  return updated.length === 1
}
