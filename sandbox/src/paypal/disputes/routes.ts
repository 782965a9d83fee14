// The API of disputes: a list in short, newest first and by pages, and each in full.
import type { FastifyInstance } from 'fastify'
import { detail, invalidRequest, notAuthenticated } from '../api/fault.ts'
import { answerInShape } from '../api/routes.ts'
import { newDebugId } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import type { Dispute, Link } from '../wire.ts'
import { getDispute } from './disputes.ts'

type Asked = Partial<Record<'disputed_transaction_id' | 'page' | 'page_size', string>>

const PAGE_SIZE = 10
const PAGE_SIZE_MAX = 50
const PAGES_MAX = 50

export const registerDisputes = (app: FastifyInstance, merchant: Merchant): void => {
  app.register(
    async (api) => {
      answerInShape(api)
      api.addHook('onRequest', async (request, reply) => {
        reply.header('paypal-debug-id', newDebugId())
        if (!merchant.tokens.isValid(request.headers.authorization)) throw notAuthenticated()
      })
      api.get<{ Querystring: Asked }>('/', (request) => listDisputes(merchant, request.query))
      api.get<{ Params: { id: string } }>(
        '/:id',
        (request) => getDispute(merchant, request.params.id).dispute,
      )
    },
    { prefix: '/v1/customer/disputes' },
  )
}

const listDisputes = ({ books, url }: Merchant, asked: Asked) => {
  const size = numberIn(asked, 'page_size', PAGE_SIZE, PAGE_SIZE_MAX)
  const page = numberIn(asked, 'page', 1, PAGES_MAX)
  const { disputed_transaction_id: wanted } = asked
  const rows = wanted === undefined ? books.disputes.list() : books.disputesOf(wanted)
  const found = rows.map(({ dispute }) => dispute).reverse()
  const linkTo = (rel: string, number: number): Link => {
    const query = new URLSearchParams({ ...asked, page_size: `${size}`, page: `${number}` })
    return { href: `${url}/v1/customer/disputes?${query}`, rel, method: 'GET' }
  }
  return {
    items: found.slice((page - 1) * size, page * size).map(inShort),
    links: [
      linkTo('self', page),
      linkTo('first', 1),
      ...(page > 1 ? [linkTo('prev', page - 1)] : []),
      ...(found.length > page * size ? [linkTo('next', page + 1)] : []),
    ],
  }
}

/** Which transactions it is about, and how it ended, only the full answer tells. */
const inShort = (dispute: Dispute) => {
  const { disputed_transactions: _transactions, dispute_outcome: _outcome, ...summary } = dispute
  return summary
}

const numberIn = (asked: Asked, name: 'page' | 'page_size', usual: number, max: number) => {
  const number = Number(asked[name] ?? usual)
  if (!Number.isInteger(number) || number < 1 || number > max)
    throw invalidRequest({
      ...detail('INVALID_PARAMETER_VALUE', name, asked[name]),
      location: 'query',
    })
  return number
}
