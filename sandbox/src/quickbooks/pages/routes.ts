// The company as a person sees it: its lists, a bill to pay, an invoice to edit, the connection, and files.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type NavLink, type PageParts, sendPage } from '../../web/pages.ts'
import { QuickBooksFault } from '../api/fault.ts'
import { voidRecord } from '../bookkeeping/unwrite.ts'
import type { QuickBooks } from '../quickbooks.ts'
import type { Books } from '../records/books.ts'
import { connectionBody, SWITCHED } from './connection.ts'
import { billBody, changeInvoice, invoiceBody, payBill } from './details.ts'
import { LISTS, listBody } from './lists.ts'
import { overviewBody } from './overview.ts'

type At = {
  Params: { realmId: string; list: string; id: string }
  Querystring: { done?: string; txnId?: string }
  Body: Readonly<Record<string, string>>
}

export const registerPages = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  const config = { ownPage: true }
  const [first] = quickbooks.companies
  const booksOf = ({ params }: { params: At['Params'] }) => quickbooks.findBooks(params.realmId)

  app.get('/', { config }, (_request, reply) =>
    first ? showOverview(quickbooks, first, reply) : missing(reply),
  )
  app.get<At>('/companies/:realmId', { config }, (request, reply) => {
    const books = booksOf(request)
    return books ? showOverview(quickbooks, books, reply) : missing(reply)
  })
  app.get<At>('/companies/:realmId/:list', { config }, (request, reply) => {
    const books = booksOf(request)
    const list = LISTS.find(({ path }) => path === request.params.list)
    if (!books || !list) return missing(reply)
    return show(reply, books, list.path, { title: list.title, body: listBody(books, list.path) })
  })
  app.get<At>('/connection', { config }, (request, reply) =>
    first
      ? show(reply, first, 'connection', {
          title: 'Connection and switches',
          notice: SWITCHED[request.query.done ?? ''],
          body: connectionBody(quickbooks),
        })
      : missing(reply),
  )
  app.get<At>('/files/:realmId/:id', (request, reply) => {
    const { realmId, id } = request.params
    const described = quickbooks.findBooks(realmId)?.find('Attachable', id)
    const bytes = quickbooks.files.find(`${realmId}/${id}`)
    if (!described || !bytes) return missing(reply)
    return reply
      .type(described.ContentType ?? 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', 'sandbox')
      .header(
        'content-disposition',
        `inline; filename*=UTF-8''${encodeURIComponent(described.FileName ?? 'file')}`,
      )
      .send(bytes)
  })
  // Where QuickBooks itself shows a bill, in whichever company has it here.
  app.get<At>('/app/bill', { config }, ({ query: { txnId = '' } }, reply) => {
    const books = quickbooks.companies.find((each) => each.find('Bill', txnId))
    const address = `/quickbooks/companies/${books?.company.realmId}/bills/${encodeURIComponent(txnId)}`
    return books ? reply.redirect(address, 303) : missing(reply)
  })
  app.post<At>('/companies/:realmId/bills/:id/void', { config }, (request, reply) => {
    const { realmId, id } = request.params
    const books = booksOf(request)
    const bill = books?.find('Bill', id)
    if (!books || !bill || bill.LinkedTxn?.length) return missing(reply)
    voidRecord(books, 'Bill', id)
    return reply.redirect(`/quickbooks/companies/${realmId}/bills/${id}`, 303)
  })
  registerDocuments(app, quickbooks)
}

const registerDocuments = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  const config = { ownPage: true }
  const documents = [
    { path: 'bills', name: 'Bill', body: billBody, act: payBill, done: 'The bill is paid.' },
    {
      path: 'invoices',
      name: 'Invoice',
      body: invoiceBody,
      act: changeInvoice,
      done: 'The invoice is changed.',
    },
  ] as const
  for (const { path, name, body, act, done } of documents) {
    const view = (reply: FastifyReply, realmId: string, id: string, notice = '', problem = '') => {
      const books = quickbooks.findBooks(realmId)
      const page = books && body(books, id, problem)
      if (!books || !page) return missing(reply)
      return show(reply, books, path, { ...page, notice }, problem ? 400 : 200)
    }
    app.get<At>(`/companies/:realmId/${path}/:id`, { config }, (request, reply) => {
      const { realmId, id } = request.params
      return view(reply, realmId, id, request.query.done === undefined ? '' : done)
    })
    app.post<At>(`/companies/:realmId/${path}/:id`, { config }, (request, reply) => {
      const { realmId, id } = request.params
      const books = quickbooks.findBooks(realmId)
      if (!books?.find(name, id)) return missing(reply)
      try {
        act(books, id, request.body ?? {})
      } catch (error) {
        if (!(error instanceof QuickBooksFault)) throw error
        return view(reply, realmId, id, '', error.detail)
      }
      return reply.redirect(`/quickbooks/companies/${realmId}/${path}/${id}?done=1`, 303)
    })
  }
}

const showOverview = (quickbooks: QuickBooks, books: Books, reply: FastifyReply) =>
  show(reply, books, '', {
    title: books.company.name,
    body: overviewBody(quickbooks, books),
  })

const show = (
  reply: FastifyReply,
  books: Books,
  current: string,
  parts: Omit<PageParts, 'nav'>,
  status = 200,
) => sendPage(reply, { ...parts, nav: navigation(books, current) }, status)

const navigation = ({ company }: Books, current: string): NavLink[] => [
  {
    title: company.name,
    path: `/quickbooks/companies/${company.realmId}`,
    current: current === '',
  },
  ...LISTS.map(({ path, title }) => ({
    title,
    path: `/quickbooks/companies/${company.realmId}/${path}`,
    current: current === path,
  })),
  { title: 'Connection', path: '/quickbooks/connection', current: current === 'connection' },
]

const missing = (reply: FastifyReply) =>
  sendPage(
    reply,
    {
      title: 'Nothing here',
      body: html`<p>It may have been deleted. <a href="/quickbooks">Back to the company</a></p>`,
    },
    404,
  )
