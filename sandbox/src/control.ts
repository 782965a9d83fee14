// The sandbox's own calls: settings for the product, its whole state, faults on demand, starting over.
import type { FastifyPluginAsync } from 'fastify'
import type { Emulator, Settings } from './emulator.ts'
import { FAULT_MODES, type Fault, type Faults } from './faults.ts'
import { isForm } from './web/browser.ts'
import { explainErrors } from './web/errors.ts'
import { html, sendPage } from './web/pages.ts'

type ControlParts = {
  readonly emulators: readonly Emulator[]
  readonly faults: Faults
  readonly settings: Settings
  readonly reset: () => Promise<void>
}

const FAULTS_MAX = 1_000
export const FAULT_TIMES_MAX = 100_000
export const FAULT_MATCH_LENGTH_MAX = 300
export const ERROR_STATUS = { min: 400, max: 599 }

export const controlRoutes =
  ({ emulators, faults, settings, reset }: ControlParts): FastifyPluginAsync =>
  async (app) => {
    explainErrors(app)
    app.get('/settings', () => settings)
    app.get('/state', () =>
      Object.fromEntries(emulators.map((emulator) => [emulator.name, emulator.state()])),
    )

    app.get('/faults', () => faults.list())
    app.delete('/faults', (_request, reply) => {
      faults.clear()
      return reply.code(204).send()
    })
    const providers = emulators.map(({ name }) => name)
    app.post<{ Body: Fault }>(
      '/faults',
      { schema: { body: faultSchema(providers) } },
      (request, reply) => {
        if (faults.list().length >= FAULTS_MAX)
          return reply.code(400).send({ error: `At most ${FAULTS_MAX} faults can wait.` })
        faults.add(request.body)
        if (isForm(request.headers['content-type']))
          return reply.redirect('/?done=fault#faults', 303)
        return reply.code(201).send(request.body)
      },
    )
    // A form can only post.
    app.post('/faults/clear', (_request, reply) => {
      faults.clear()
      return reply.redirect('/?done=no-faults#faults', 303)
    })

    app.post('/reset', async (request, reply) => {
      await reset()
      if (isForm(request.headers['content-type'])) return reply.redirect('/?done=reset', 303)
      return reply.code(204).send()
    })
    app.get('/reset', (_request, reply) => sendPage(reply, RESET_PAGE))
  }

const faultSchema = (providers: readonly string[]) => ({
  type: 'object',
  required: ['provider', 'mode'],
  additionalProperties: false,
  properties: {
    provider: { type: 'string', enum: providers },
    match: { type: 'string', maxLength: FAULT_MATCH_LENGTH_MAX, default: '' },
    mode: { type: 'string', enum: FAULT_MODES },
    status: { type: 'integer', minimum: ERROR_STATUS.min, maximum: ERROR_STATUS.max },
    times: { type: 'integer', minimum: 1, maximum: FAULT_TIMES_MAX, default: 1 },
    percent: { type: 'integer', minimum: 1, maximum: 100 },
    seed: { type: 'integer' },
  },
})

const RESET_PAGE = {
  title: 'Start over?',
  narrow: true,
  body: html`<p>Every stand-in goes back to its sample data. Mail, payments, bills and everything else
recorded since then are deleted, and faults are switched off. The app keeps its own data.</p>
<form class="actions" method="post" action="/reset">
<button class="danger">Delete everything and start over</button>
<a class="button" href="/">Cancel</a>
</form>`,
}
