// The sandbox's own API: settings for the app, state, faults, calls and reset.
import type { FastifyPluginAsync } from 'fastify'
import type { Calls } from './calls.ts'
import type { Emulator, Settings } from './emulator.ts'
import { FAULT_MODES, type Fault, type Faults } from './faults.ts'
import { SLOW_MS_MAX } from './slow-calls.ts'
import { answerChange } from './web/browser.ts'
import { explainErrors } from './web/page-routes.ts'
import { html, sendPage, TEXT_LENGTH_MAX } from './web/pages.ts'

type ControlParts = {
  readonly emulators: readonly Emulator[]
  readonly faults: Faults
  readonly calls: Calls
  readonly settings: Settings
  readonly reset: () => Promise<void>
}

const FAULTS_MAX = 1_000
export const FAULT_TIMES = { min: 1, max: 100_000 }
export const FAULT_DELAY_MS = { min: 0, max: SLOW_MS_MAX }
export const ERROR_STATUS = { min: 400, max: 599 }

export const controlRoutes =
  ({ emulators, faults, calls, settings, reset }: ControlParts): FastifyPluginAsync =>
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
    app.post<{ Body: Fault }>(
      '/faults',
      { schema: { body: faultSchema(emulators) } },
      (request, reply) => {
        if (faults.list().length >= FAULTS_MAX)
          return reply.code(400).send({ error: `You can set at most ${FAULTS_MAX} faults.` })
        faults.add(request.body)
        return answerChange(request, reply.code(201), '/?done=fault#faults', request.body)
      },
    )
    // For the home page: a form can't send DELETE.
    app.post('/faults/clear', (request, reply) => {
      faults.clear()
      return answerChange(request, reply, '/?done=no-faults#faults')
    })

    app.get<{ Querystring: { since: number } }>(
      '/calls',
      { schema: { querystring: sinceSchema } },
      (request) => calls.list(request.query.since),
    )

    app.post('/reset', async (request, reply) => {
      await reset()
      return answerChange(request, reply, '/?done=reset')
    })
    app.get('/reset', (_request, reply) => sendPage(reply, RESET_PAGE))
  }

const sinceSchema = {
  type: 'object',
  properties: { since: { type: 'number', default: 0 } },
}

const faultSchema = (emulators: readonly Emulator[]) => ({
  type: 'object',
  required: ['provider', 'mode'],
  additionalProperties: false,
  properties: {
    provider: { type: 'string', enum: emulators.map(({ name }) => name) },
    match: { type: 'string', maxLength: TEXT_LENGTH_MAX, default: '' },
    mode: { type: 'string', enum: Object.keys(FAULT_MODES) },
    status: { type: 'integer', minimum: ERROR_STATUS.min, maximum: ERROR_STATUS.max },
    delayMs: { type: 'integer', minimum: FAULT_DELAY_MS.min, maximum: FAULT_DELAY_MS.max },
    times: {
      type: ['integer', 'null'],
      minimum: FAULT_TIMES.min,
      maximum: FAULT_TIMES.max,
      default: 1,
    },
    percent: { type: 'integer', minimum: 1, maximum: 100 },
    seed: { type: 'integer' },
  },
  if: { required: ['mode'], properties: { mode: { const: 'slow' } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word.
  then: { required: ['delayMs'] },
})

const RESET_PAGE = {
  title: 'Reset the sandbox?',
  narrow: true,
  body: html`<p>All emulators go back to their sample data. Emails, payments, bills and everything else recorded
here are deleted, and all faults are turned off. The app keeps its own data.</p>
<form class="actions" method="post" action="/reset">
<button class="danger">Delete everything and reset</button>
<a class="button" href="/">Cancel</a>
</form>`,
}
