// QuickBooks' pages for people: lists, a bill to pay, an invoice to edit, the connection, and files.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerChange } from '../../web/browser.ts'
import { pageRoutes } from '../../web/page-routes.ts'
import { html, type NavLink, type PageParts, sendPage } from '../../web/pages.ts'
import { QuickBooksFault } from '../api/fault.ts'
import { deleteEntity, type Voidable, voidEntity } from '../bookkeeping/unwrite.ts'
import type { QuickBooks } from '../quickbooks.ts'
import type { Books } from '../records/books.ts'
import { SWITCH_NOTICES } from '../switches.ts'
import { connectionBody } from './connection.ts'
import { billPage, changeInvoice, invoicePage, payBill } from './details.ts'
import { LISTS } from './lists.ts'
import { overviewBody } from './overview.ts'

type At = {
  Params: { realmId: string; id: string }
  Querystring: { done?: string; txnId?: string }
  Body: Readonly<Record<string, string>>
}

export const registerPages = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  pageRoutes(app, (pages) => {
    registerLists(pages, quickbooks)
    registerDocuments(pages, quickbooks)
    registerUnwriting(pages, quickbooks)
  })
  app.get<At>('/files/:realmId/:id', (request, reply) => {
    const { realmId, id } = request.params
    const record = quickbooks.findBooks(realmId)?.find('Attachable', id)
    const bytes = quickbooks.files.find(`${realmId}/${id}`)
    if (!record || !bytes) return sendMissing(reply)
    return reply
      .type(record.ContentType ?? 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', 'sandbox')
      .header(
        'content-disposition',
        `inline; filename*=UTF-8''${encodeURIComponent(record.FileName ?? 'file')}`,
      )
      .send(bytes)
  })
}

const registerLists = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  const { first } = quickbooks
  const showOverview = (reply: FastifyReply, books: Books) =>
    show(reply, books, '', { title: books.company.name, body: overviewBody(quickbooks, books) })
  app.get('/', (_request, reply) => showOverview(reply, first))
  app.get<At>('/companies/:realmId', (request, reply) => {
    const books = quickbooks.findBooks(request.params.realmId)
    return books ? showOverview(reply, books) : sendMissing(reply)
  })
  for (const [path, { title, body }] of Object.entries(LISTS))
    app.get<At>(`/companies/:realmId/${path}`, (request, reply) => {
      const books = quickbooks.findBooks(request.params.realmId)
      return books ? show(reply, books, path, { title, body: body(books) }) : sendMissing(reply)
    })
  app.get<At>('/connection', ({ query: { done } }, reply) =>
    show(reply, first, 'connection', {
      title: 'Connection and switches',
      notice: done === undefined ? undefined : (SWITCH_NOTICES[done] ?? 'Saved.'),
      body: connectionBody(quickbooks),
    }),
  )
}

const registerDocuments = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  const kinds = {
    bills: { name: 'Bill', page: billPage, act: payBill, done: 'The bill is paid.' },
    invoices: {
      name: 'Invoice',
      page: invoicePage,
      act: changeInvoice,
      done: 'The invoice was updated.',
    },
  } as const
  for (const [path, { name, page, act, done }] of Object.entries(kinds)) {
    app.get<At>(`/companies/:realmId/${path}/:id`, (request, reply) => {
      const { realmId, id } = request.params
      const books = quickbooks.findBooks(realmId)
      const parts = books && page(books, id)
      if (!books || !parts) return sendMissing(reply)
      const notice = request.query.done === undefined ? undefined : done
      return show(reply, books, path, { ...parts, notice })
    })
    app.post<At>(`/companies/:realmId/${path}/:id`, (request, reply) => {
      const { realmId, id } = request.params
      const books = quickbooks.findBooks(realmId)
      if (!books?.find(name, id)) return sendMissing(reply)
      try {
        act(books, id, request.body ?? {})
      } catch (error) {
        const parts = page(books, id)
        if (!(error instanceof QuickBooksFault) || !parts) throw error
        const body = html`<p class="notice bad" role="alert">${error.detail}</p>${parts.body}`
        return show(reply, books, path, { ...parts, body }, 400)
      }
      return reply.redirect(`/quickbooks/companies/${realmId}/${path}/${id}?done=1`, 303)
    })
  }
  // QuickBooks' own address of a bill, which doesn't name the company.
  app.get<At>('/app/bill', ({ query: { txnId = '' } }, reply) => {
    const books = quickbooks.companies.find((each) => each.find('Bill', txnId))
    const address = `/quickbooks/companies/${books?.company.realmId}/bills/${encodeURIComponent(txnId)}`
    return books ? reply.redirect(address, 303) : sendMissing(reply)
  })
}

const UNWRITABLE = {
  bills: 'Bill',
  'bill-payments': 'BillPayment',
  invoices: 'Invoice',
  payments: 'Payment',
  'credit-memos': 'CreditMemo',
} as const satisfies Partial<Record<keyof typeof LISTS, Voidable>>

/** Voids and deletes, for people and for tests that act as a bookkeeper. */
const registerUnwriting = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  for (const [path, name] of Object.entries(UNWRITABLE))
    for (const [verb, unwrite] of Object.entries({ void: voidEntity, delete: deleteEntity }))
      app.post<At>(`/companies/:realmId/${path}/:id/${verb}`, (request, reply) => {
        const { realmId, id } = request.params
        const books = quickbooks.findBooks(realmId)
        if (!books?.find(name, id)) return sendMissing(reply)
        try {
          unwrite(books, name, id)
        } catch (error) {
          if (!(error instanceof QuickBooksFault)) throw error
          throw Object.assign(new Error(error.detail), { statusCode: 400 })
        }
        return answerChange(request, reply, `/quickbooks/companies/${realmId}/${path}`)
      })
}

const show = (
  reply: FastifyReply,
  { company }: Books,
  current: string,
  parts: Omit<PageParts, 'nav'>,
  status = 200,
) => {
  const home = `/quickbooks/companies/${company.realmId}`
  const nav: NavLink[] = [
    { title: company.name, path: home, current: current === '' },
    ...Object.entries(LISTS).map(([path, { title }]) => ({
      title,
      path: `${home}/${path}`,
      current: current === path,
    })),
    { title: 'Connection', path: '/quickbooks/connection', current: current === 'connection' },
  ]
  return sendPage(reply, { ...parts, nav }, status)
}

const sendMissing = (reply: FastifyReply) =>
  sendPage(
    reply,
    {
      title: 'Page not found',
      body: html`<p>It may have been deleted. <a href="/quickbooks">Back to the company</a></p>`,
    },
    404,
  )
