// Reads the name of the connected company.
import { z } from 'zod'
import type { Client } from './client.ts'
import { parseAnswer } from './query.ts'
import type { Access, Send } from './send.ts'

const answerOf = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) })

const pathOf = (realmId: string): string => `/companyinfo/${encodeURIComponent(realmId)}`

/** Reads the name with tokens that aren't stored yet, to verify that they are for this company. */
export const nameOfCompany = async (send: Send, access: Access): Promise<string> => {
  const answer = await send(access, { method: 'GET', path: pathOf(access.realmId) })
  return parseAnswer(answerOf, answer).CompanyInfo.CompanyName
}

export const createCompany = (client: Client) => ({
  /** The cheapest call that proves that the connection works. */
  getName: async (realmId: string): Promise<string> =>
    parseAnswer(answerOf, await client.read(pathOf(realmId))).CompanyInfo.CompanyName,
})
