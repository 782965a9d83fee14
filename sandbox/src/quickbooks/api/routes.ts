// The v3 accounting API: queries, reads, writes, changes and uploads.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deleteEntity, voidEntity } from '../bookkeeping/unwrite.ts'
import { getCurrent, getEntity, writeEntity } from '../bookkeeping/write.ts'
import { runQuery } from '../query/run.ts'
import type { QuickBooks } from '../quickbooks.ts'
import type { Books } from '../records/books.ts'
import { checkBody } from '../records/check-fields.ts'
import { type EntityName, findEntityByPath } from '../records/entities.ts'
import { preciseTime } from '../records/time.ts'
import { readUploads, saveUpload, UPLOAD_BYTES_MAX } from './attachments.ts'
import { listChanges } from './changes.ts'
import { systemFailure, unsupportedOperation } from './fault.ts'
import { acceptBodies, answerError, noResource, refusalOf } from './gateway.ts'
import { renderInvoice } from './invoice-pdf.ts'
import { sendAnswer, traceId } from './wire.ts'

type Call = {
  Params: { realmId: string; entity: string; id: string }
  Querystring: Partial<
    Record<'query' | 'requestid' | 'operation' | 'include' | 'entities' | 'changedSince', string>
  >
}
type ApiRequest = FastifyRequest<Call>

const READ_ONLY: readonly EntityName[] = ['Item', 'PaymentMethod']

export const registerApi = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  app.register(
    async (api) => {
      acceptBodies(api)
      api.addHook('onRequest', async (request: ApiRequest, reply) => {
        reply.header('intuit_tid', traceId())
        const refusal = refusalOf(quickbooks, request)
        if (!refusal) return
        reply.code(refusal.status).headers(refusal.headers ?? {})
        return sendAnswer(request, reply, refusal.body as Record<string, unknown>)
      })
      // The last value of a repeated parameter wins.
      api.addHook('preValidation', async ({ query }: ApiRequest) => {
        for (const [key, value] of Object.entries(query))
          if (Array.isArray(value)) Object.assign(query, { [key]: value.at(-1) })
      })
      api.setErrorHandler(answerError)
      api.setNotFoundHandler((request, reply) => answerError(noResource(request), request, reply))
      routes(api, quickbooks)
    },
    { prefix: '/v3/company/:realmId' },
  )
}

const routes = (api: FastifyInstance, quickbooks: QuickBooks): void => {
  const booksOf = (request: ApiRequest): Books => {
    const books = quickbooks.findBooks(request.params.realmId)
    if (!books) throw systemFailure()
    return books
  }
  /** Delays and runs a write, once for each `requestid`. */
  const once = (request: ApiRequest, work: () => Record<string, unknown>) => {
    const { replay, slowCalls } = quickbooks
    const delay = async () => {
      const ms = slowCalls.delayOf(request)
      if (ms > 0) await slowCalls.wait(ms)
    }
    return replay.once(request.params.realmId, request.query.requestid, delay, work)
  }

  api.route<Call>({
    method: ['GET', 'POST'],
    url: '/query',
    handler: (request, reply) => {
      const text = request.method === 'GET' ? request.query.query : request.body
      const QueryResponse = runQuery(booksOf(request), typeof text === 'string' ? text : '')
      return sendAnswer(request, reply, { QueryResponse })
    },
  })
  api.get<Call>('/cdc', (request, reply) => {
    const { entities, changedSince } = request.query
    const CDCResponse = listChanges(booksOf(request), entities, changedSince)
    return sendAnswer(request, reply, { CDCResponse })
  })
  api.get<Call>('/companyinfo/:id', (request, reply) =>
    sendAnswer(request, reply, { CompanyInfo: booksOf(request).companyInfo() }),
  )
  api.get<Call>('/preferences', (request, reply) =>
    sendAnswer(request, reply, { Preferences: booksOf(request).preferences() }),
  )
  api.post<Call>('/upload', { bodyLimit: UPLOAD_BYTES_MAX }, async (request, reply) => {
    if (!Buffer.isBuffer(request.body)) throw noResource(request)
    const uploads = await readUploads(request.body, request.headers['content-type'] ?? '')
    const answer = await once(request, () => ({
      AttachableResponse: uploads.map((upload) => saveUpload(quickbooks, booksOf(request), upload)),
      time: preciseTime(),
    }))
    return sendAnswer(request, reply, answer)
  })
  api.get<Call>('/invoice/:id/pdf', async (request, reply) => {
    const { accept = '*/*' } = request.headers
    if (!/application\/pdf|\*\/\*/.test(accept)) throw unsupportedOperation(`pdf as ${accept}`)
    const books = booksOf(request)
    const invoice = getEntity(books, 'Invoice', request.params.id)
    return reply.type('application/pdf').send(await renderInvoice(books, invoice))
  })
  api.get<Call>('/:entity/:id', (request, reply) => {
    const name = findEntityByPath(request.params.entity)
    if (!name) throw noResource(request)
    return sendAnswer(request, reply, {
      [name]: getEntity(booksOf(request), name, request.params.id),
    })
  })
  api.post<Call>('/:entity', async (request, reply) => {
    const name = findEntityByPath(request.params.entity)
    if (!name || READ_ONLY.includes(name)) throw noResource(request)
    const answer = await once(request, () => ({
      [name]: write(booksOf(request), name, request),
      time: preciseTime(),
    }))
    return sendAnswer(request, reply, answer)
  })
}

/** How QuickBooks voids each type; its API can't void bills and credit memos. */
const VOIDED_BY = {
  Invoice: 'void',
  Payment: 'update&include=void',
  BillPayment: 'update&include=void',
} as const
const isVoidable = (name: EntityName): name is keyof typeof VOIDED_BY => name in VOIDED_BY

const write = (books: Books, name: EntityName, { query, body }: ApiRequest): unknown => {
  const { operation, include = '' } = query
  if (operation === 'delete') {
    const sent = checkBody(name, body)
    const { Id } = getCurrent(books, name, sent.Id, sent.SyncToken)
    deleteEntity(books, name, Id)
    return { domain: 'QBO', status: 'Deleted', Id }
  }
  if (operation === 'void' || include === 'void') {
    const asked = include === 'void' ? `${operation}&include=void` : operation
    if (!isVoidable(name) || VOIDED_BY[name] !== asked) throw unsupportedOperation('void')
    const sent = checkBody(name, body)
    return voidEntity(books, name, getCurrent(books, name, sent.Id, sent.SyncToken).Id)
  }
  if (operation !== undefined && operation !== 'update') throw unsupportedOperation(operation)
  const allowDuplicateNumber = include.split(',').includes('allowduplicatedocnum')
  return writeEntity(books, name, body, { allowDuplicateNumber })
}
