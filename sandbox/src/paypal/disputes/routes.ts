// The disputes API: the newest disputes in summary, and each dispute in full.
import type { FastifyInstance } from 'fastify'
import { detail, invalidRequest } from '../api/fault.ts'
import { registerScope } from '../api/routes.ts'
import type { Merchant } from '../merchant.ts'
import { type DisputeRow, linkTo } from '../wire.ts'
import { getDispute } from './disputes.ts'

type Query = { readonly disputed_transaction_id?: string }

/** PayPal's default; the app never asks for more. */
const PAGE_SIZE = 10

export const registerDisputes = (app: FastifyInstance, merchant: Merchant): void =>
  registerScope(app, merchant, '/v1/customer/disputes', (api) => {
    api.get<{ Querystring: Query }>('/', (request) => listDisputes(merchant, request.query))
    api.get<{ Params: { id: string } }>(
      '/:id',
      (request) => getDispute(merchant, request.params.id).dispute,
    )
  })

const listDisputes = ({ books, url }: Merchant, query: Query) => {
  const { disputed_transaction_id: captureId, ...others } = query
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw invalidRequest({ ...detail('NOT_SUPPORTED', other), location: 'query' })
  const rows = captureId === undefined ? books.disputes.list() : books.disputesOf(captureId)
  return {
    items: rows.reverse().slice(0, PAGE_SIZE).map(summaryOf),
    links: [linkTo(`${url}/v1/customer/disputes?${new URLSearchParams({ ...query })}`, 'self')],
  }
}

/** A list leaves out the transactions and the outcome. */
const summaryOf = ({ dispute }: DisputeRow) => {
  const { disputed_transactions: _transactions, dispute_outcome: _outcome, ...summary } = dispute
  return summary
}
