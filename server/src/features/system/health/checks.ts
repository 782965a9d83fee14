// The test of each service.
import type { Service } from '@invoice-desk/contract/system/service-checks'
import type { Check } from './check.ts'
import { checkDatabase } from './database.ts'
import { checkGoogle } from './google.ts'
import { checkHumanCheck } from './human-check.ts'
import { checkMail } from './mail.ts'
import { checkMailRelay } from './mail-relay.ts'
import { checkPaypal } from './paypal.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkQuickbooks } from './quickbooks.ts'
import { checkStorage } from './storage.ts'
import { checkStripe } from './stripe.ts'

export const CHECKS: Readonly<Record<Service, Check>> = {
  database: checkDatabase,
  storage: checkStorage,
  mail: checkMail,
  google: checkGoogle,
  quickbooks: checkQuickbooks,
  stripe: checkStripe,
  paypal: checkPaypal,
  human_check: checkHumanCheck,
  public_address: checkPublicAddress,
  mail_relay: checkMailRelay,
}
