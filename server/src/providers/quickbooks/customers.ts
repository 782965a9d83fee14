// Reads what only a customer knows: the ZIP code of the billing address and the email addresses.
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { z } from 'zod'
import type { Client } from './client.ts'
import { selectByIds } from './query.ts'
import { recordOf, versioned } from './wire.ts'

const zip = z
  .object({ PostalCode: z.string() })
  .transform(({ PostalCode }) => PostalCode.trim())
  .catch('')

/** QuickBooks lets people enter several, separated by commas. */
const emails = z
  .object({ Address: z.string() })
  .transform(({ Address }) => Address.split(/[,;\s]+/).filter(isPlainEmail))
  .catch([])

const customerContact = recordOf({
  ...versioned,
  /** Empty if there's none. */
  zip: ['BillAddr', zip],
  emails: ['PrimaryEmailAddr', emails],
})
export type CustomerContact = z.infer<typeof customerContact>

export const createCustomers = (client: Client) => ({
  /** Undefined if the company has no such active customer. */
  findContact: async (id: string): Promise<CustomerContact | undefined> =>
    (await selectByIds(client, { entity: 'Customer', record: customerContact }, [id]))[0],
})
