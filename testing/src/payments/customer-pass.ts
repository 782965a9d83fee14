// The cookie of a browser that has shown that it's the customer of an invoice, for tests of what the customer then sees.

import { newPass } from '@invoice-desk/server/secrets/customer-pass'
import { createInvoiceIds } from '@invoice-desk/server/secrets/invoice-id'
import { createExpiringSealer } from '@invoice-desk/server/secrets/sealing'
import { z } from 'zod'
import type { TestDesk } from '../app/test-desk.ts'

/** No cookie for an id that we didn't seal. */
export const passFor = (
  { desk }: Pick<TestDesk, 'desk'>,
  sealedId: string,
): Record<string, string> => {
  const { keyring } = desk.dependencies.config
  const ref = createInvoiceIds(keyring).open(sealedId)
  if (!ref) return {}
  const sealing = { keyring, purpose: 'customer-pass', seconds: 60 }
  const { realmId, customerId, issuedAt } = newPass(ref)
  const value = [realmId, customerId, issuedAt]
  return { cookie: `desk-customer-1=${createExpiringSealer(sealing, z.unknown()).seal(value)}` }
}
