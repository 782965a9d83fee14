// Setup for the overview's tests: rows with known figures, and staff with chosen tools.
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import type { Tool } from '@invoice-desk/contract/identity/tools'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { ADMIN } from '@invoice-desk/testing/people'
import { askSandbox } from '@invoice-desk/testing/sandbox/control'
import { paymentAttempt } from '../../src/db/schema/payments.ts'

/** Returns the token of a new account with these tools. */
export const signInWith = async (desk: TestDesk, ...tools: Tool[]): Promise<string> => {
  const email = `${tools.join('.') || 'none'}@harborfinch.example`
  const { idToken: token } = await desk.signIn(ADMIN)
  await desk.call(addAccount, { token, body: { email, name: '', tools } })
  await askSandbox(desk.sandbox, 'POST', '/google/accounts', { email })
  return (await desk.signIn(email)).idToken
}

let keys = 0

/** A booked payment of $10.00 by default. */
export const addAttempt = async (
  desk: TestDesk,
  fields: Partial<typeof paymentAttempt.$inferInsert>,
): Promise<void> => {
  keys += 1
  await desk.desk.dependencies.database.db.insert(paymentAttempt).values({
    key: `key-${keys}`,
    requestHash: '',
    method: 'stripe',
    state: 'booked',
    realmId: '1',
    customerId: '1',
    totalCents: 1_000,
    capturedCents: 1_000,
    companyName: 'Cobalt Coffee',
    payerName: 'Pat Payer',
    email: 'pat@cobalt.example',
    ...fields,
  })
}
