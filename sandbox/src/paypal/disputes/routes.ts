// The disputes API: a paged list of summaries, newest first, and each dispute in full.
import type { FastifyInstance } from 'fastify'
import { detail, invalidRequest } from '../api/fault.ts'
import { registerScope } from '../api/routes.ts'
import type { Merchant } from '../merchant.ts'
import { type Dispute, linkTo } from '../wire.ts'
import { getDispute } from './disputes.ts'

type Query = Partial<Record<'disputed_transaction_id' | 'page' | 'page_size', string>>

const PAGE_SIZE = 10
const PAGE_SIZE_MAX = 50
const PAGES_MAX = 50

export const registerDisputes = (app: FastifyInstance, merchant: Merchant): void => {
  registerScope(app, merchant, '/v1/customer/disputes', (api) => {
    api.get<{ Querystring: Query }>('/', (request) => listDisputes(merchant, request.query))
    api.get<{ Params: { id: string } }>(
      '/:id',
      (request) => getDispute(merchant, request.params.id).dispute,
    )
  })
}

const listDisputes = ({ books, url }: Merchant, query: Query) => {
  const size = numberIn(query, 'page_size', PAGE_SIZE, PAGE_SIZE_MAX)
  const page = numberIn(query, 'page', 1, PAGES_MAX)
  const { disputed_transaction_id: wanted } = query
  const rows = wanted === undefined ? books.disputes.list() : books.disputesOf(wanted)
  const found = rows.map(({ dispute }) => dispute).reverse()
  const linkToPage = (rel: string, number: number) => {
    const parameters = new URLSearchParams({ ...query, page_size: `${size}`, page: `${number}` })
    return linkTo(`${url}/v1/customer/disputes?${parameters}`, rel)
  }
  return {
    items: found.slice((page - 1) * size, page * size).map(summaryOf),
    links: [
      linkToPage('self', page),
      linkToPage('first', 1),
      ...(page > 1 ? [linkToPage('prev', page - 1)] : []),
      ...(found.length > page * size ? [linkToPage('next', page + 1)] : []),
    ],
  }
}

/** A list leaves out the transactions and the outcome. */
const summaryOf = (dispute: Dispute) => {
  const { disputed_transactions: _transactions, dispute_outcome: _outcome, ...summary } = dispute
  return summary
}

const numberIn = (query: Query, name: 'page' | 'page_size', fallback: number, max: number) => {
  const number = Number(query[name] ?? fallback)
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw invalidRequest({
      ...detail('INVALID_PARAMETER_VALUE', name, query[name]),
      location: 'query',
    })
  return number
}
