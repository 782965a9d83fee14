// Endpoints for the transactions page.

import * as retailer from '@invoice-desk/contract/retailer/retailer'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { AppError } from '../../lib/app-error.ts'
import { csvHeaders } from '../../lib/csv.ts'
import { createImport } from './import/import.ts'
import { createTransactions } from './service.ts'

/** If the body is too large, we read it to the end without parsing, so the client gets the response. */
const refuseTooLarge = ({ headers, raw }: FastifyRequest): void => {
  if (Number(headers['content-length'] ?? 0) <= retailer.importTransactions.bodyBytesMax) return
  raw.resume()
  throw new AppError('import_too_large', { field: 'file' })
}

export const retailerRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const transactions = createTransactions(dependencies)
  const imports = createImport(dependencies)

  bind(retailer.listTransactions, ({ query }) => transactions.list(query))
  bind(retailer.exportTransactions, async ({ query, reply }) => {
    const today = businessDay(Date.now(), dependencies.config.businessTimeZone)
    reply.headers(csvHeaders(`amazon-transactions-${today}`))
    return transactions.exportCsv(query)
  })
  bind(retailer.importTransactions, async ({ readForm, caller, request }) => {
    refuseTooLarge(request)
    return imports.importFile(caller, await readForm(imports.receive))
  })
  bind(retailer.getImportProgress, ({ query }) => imports.progressOf(query.importId))
  // Nothing opens a challenge, so there is never one to answer.
  bind(retailer.verifyChallenge, async () => {
    throw new AppError('challenge_none_open')
  })
}
