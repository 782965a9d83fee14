// Connects the sandbox's sample company, as staff would on the connections page.

import type { Db } from '../../server/src/db/client.ts'
import {
  createTokenSealer,
  sealTokens,
} from '../../server/src/features/accounting/connection/connection-store.ts'
import { replaceConnection } from '../../server/src/features/accounting/connection/queries.ts'
import { createOAuth } from '../../server/src/providers/quickbooks/oauth.ts'
import type { Config } from '../../server/src/settings/config.ts'

const COMPANY = { realmId: '9341453100000001', companyName: 'Harbor & Finch Studio' }

export const connectCompany = async (db: Db, config: Config): Promise<void> => {
  const oauth = createOAuth(config)
  const page = new URL(await oauth.authorizationUrl('trial'))
  const choice = new URLSearchParams(page.searchParams)
  choice.set('realmId', COMPANY.realmId)
  const chosen = await fetch(page, { method: 'POST', body: choice, redirect: 'manual' })
  const back = URL.parse(chosen.headers.get('location') ?? '')
  const code = back?.searchParams.get('code')
  if (!code) throw new Error('The sandbox refused to connect the sample company.')
  const sealed = sealTokens(createTokenSealer({ config }), await oauth.exchangeCode(code))
  await replaceConnection(db, { ...COMPANY, ...sealed, connectedBy: 'system' })
}
