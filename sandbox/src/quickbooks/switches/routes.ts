// The switches as addresses: JSON for tests, forms for the page.
import type { FastifyInstance } from 'fastify'
import { isForm } from '../../web/browser.ts'
import { explainErrors } from '../../web/errors.ts'
import type { QuickBooks } from '../quickbooks.ts'
import { isRecord } from '../records/check-fields.ts'
import { SWITCHES, throwSwitch } from './switches.ts'

export const registerSwitches = (app: FastifyInstance, quickbooks: QuickBooks): void => {
  const config = { ownPage: true }
  const report = () => ({ ...quickbooks.settings.get(), oauth: quickbooks.oauth.summary() })

  app.register(async (switches) => {
    explainErrors(switches)
    switches.get('/switches', { config }, report)
    switches.post<{ Params: { name: string } }>('/switches/:name', { config }, (request, reply) => {
      const name = SWITCHES.find((one) => one === request.params.name)
      if (!name) return reply.code(404).send({ error: 'There is no such switch.' })
      throwSwitch(quickbooks, name, isRecord(request.body) ? request.body : {})
      return isForm(request.headers['content-type'])
        ? reply.redirect(`/quickbooks/connection?done=${name}`, 303)
        : report()
    })
  })
}
