// Switches for people and tests, such as expired tokens, rate limits and slow writes.
import type { FastifyInstance } from 'fastify'
import { SLOW_MS_MAX, type Slowness } from '../slow-calls.ts'
import { answerChange } from '../web/browser.ts'
import { pageRoutes } from '../web/page-routes.ts'
import { TEXT_LENGTH_MAX } from '../web/pages.ts'
import { type Rate, REAL_RATE } from './api/throttle.ts'
import { nextVersion } from './bookkeeping/rules.ts'
import type { QuickBooks } from './quickbooks.ts'
import type { FillCounts } from './seeds/fill.ts'
import type { Settings } from './settings.ts'
import { type Delivery, PROMPT_DELIVERY } from './webhooks.ts'

type Limits = { readonly min: number; readonly max: number }

export const LIMITS = {
  days: { min: 0, max: 100 },
  connectionDays: { min: 0, max: 1825 },
  calls: { min: 0, max: 100_000 },
  retryAfter: { min: 0, max: 3_600 },
  lagSeconds: { min: 0, max: 600 },
  slowMs: { min: 0, max: SLOW_MS_MAX },
  percent: { min: 0, max: 100 },
  records: { min: 0, max: 20_000 },
  invoices: { min: 0, max: 200_000 },
  payments: { min: 0, max: 400_000 },
} satisfies Record<string, Limits>

const integer = ({ min, max }: Limits) => ({ type: 'integer', minimum: min, maximum: max })
const TEXT = { type: 'string', maxLength: TEXT_LENGTH_MAX }
const choice = (...values: string[]) => ({ mode: { type: 'string', enum: values } })

type Switch<Body = never> = {
  /** The JSON schema of each value; a value without a default is required. */
  readonly values: Readonly<Record<string, object>>
  readonly run: (quickbooks: QuickBooks, body: Body) => void
}

const SWITCHES = {
  'expire-access-tokens': { values: {}, run: ({ oauth }) => oauth.expireAccessTokens() },
  'kill-refresh-tokens': { values: {}, run: ({ oauth }) => oauth.killRefreshTokens() },
  'refresh-token-days': {
    values: { days: integer(LIMITS.days) },
    run: ({ oauth }, { days }) => oauth.setRefreshDays(days),
  } satisfies Switch<{ days: number }>,
  'connection-days': {
    values: { days: integer(LIMITS.connectionDays) },
    run: ({ oauth }, { days }) => oauth.setConnectionDays(days),
  } satisfies Switch<{ days: number }>,
  rotation: {
    values: choice('always', 'daily'),
    run: ({ settings }, { mode }) => settings.change({ rotation: mode }),
  } satisfies Switch<{ mode: Settings['rotation'] }>,
  webhooks: {
    values: choice('cloudevents', 'notifications', 'off'),
    run: ({ settings }, { mode }) => settings.change({ webhooks: mode }),
  } satisfies Switch<{ mode: Settings['webhooks'] }>,
  'webhook-delivery': {
    values: {
      delayMs: { ...integer(LIMITS.slowMs), default: PROMPT_DELIVERY.delayMs },
      dropPercent: { ...integer(LIMITS.percent), default: PROMPT_DELIVERY.dropPercent },
      repeatPercent: { ...integer(LIMITS.percent), default: PROMPT_DELIVERY.repeatPercent },
      shuffle: { type: 'boolean', default: PROMPT_DELIVERY.shuffle },
      strangers: { type: 'boolean', default: PROMPT_DELIVERY.strangers },
      seed: { type: 'integer', default: PROMPT_DELIVERY.seed },
    },
    run: ({ settings, webhooks }, delivery) => {
      settings.change({ delivery })
      webhooks.restartRandom()
    },
  } satisfies Switch<Delivery>,
  'query-lag': {
    values: { seconds: integer(LIMITS.lagSeconds) },
    run: ({ settings }, queryLag) => settings.change({ queryLag }),
  } satisfies Switch<Settings['queryLag']>,
  overlap: {
    values: choice('replay', 'refuse'),
    run: ({ settings }, { mode }) => settings.change({ overlap: mode }),
  } satisfies Switch<{ mode: Settings['overlap'] }>,
  company: {
    values: {
      homeCurrency: { type: 'string', pattern: '^[A-Z]{3}$' },
      timeZone: { ...TEXT, minLength: 1 },
    },
    run: ({ settings }, company) => settings.change({ company }),
  } satisfies Switch<Settings['company']>,
  slow: {
    values: {
      ms: integer(LIMITS.slowMs),
      match: { ...TEXT, default: '' },
    },
    run: ({ settings }, slow) => settings.change({ slow }),
  } satisfies Switch<Slowness>,
  rate: {
    values: {
      perSecond: integer(LIMITS.calls),
      perMinute: integer(LIMITS.calls),
      retryAfterSeconds: {
        ...integer(LIMITS.retryAfter),
        default: REAL_RATE.retryAfterSeconds,
      },
    },
    run: ({ settings }, rate) => settings.change({ rate }),
  } satisfies Switch<Rate>,
  'lose-total': {
    values: { entity: { type: 'string', enum: ['Invoice', 'Payment', 'Bill'] }, id: TEXT },
    run: ({ first }, { entity, id }) => {
      const record = first.find(entity, id)
      if (!record) return
      const lost = { ...record, TotalAmt: undefined, ...nextVersion(record) }
      first.save(entity, lost as never, 'Update')
    },
  } satisfies Switch<{ entity: 'Invoice' | 'Payment' | 'Bill'; id: string }>,
  'forget-requests': { values: {}, run: ({ replay }) => replay.clear() },
  fill: {
    values: {
      vendors: { ...integer(LIMITS.records), default: 0 },
      bills: { ...integer(LIMITS.records), default: 0 },
      customers: { ...integer(LIMITS.records), default: 0 },
      invoices: { ...integer(LIMITS.invoices), default: 0 },
      payments: { ...integer(LIMITS.payments), default: 0 },
    },
    run: (quickbooks, counts) => quickbooks.fill(counts),
  } satisfies Switch<FillCounts>,
} satisfies Record<string, Switch>

/** What the connection page says after a switch that isn't just a saved setting. */
export const SWITCH_NOTICES: Readonly<Record<string, string>> = {
  'expire-access-tokens': 'All access tokens have expired. The app has to refresh them.',
  'kill-refresh-tokens': 'The connection was revoked. The app has to connect again.',
  'forget-requests': 'Request ids that were used before now count as new.',
  fill: 'The records were added to the first company.',
}

export const registerSwitches = (app: FastifyInstance, quickbooks: QuickBooks) =>
  pageRoutes(app, (pages) => {
    const report = () => ({ ...quickbooks.settings.get(), oauth: quickbooks.oauth.summary() })
    pages.get('/switches', report)
    for (const [name, { values, run }] of Object.entries(SWITCHES)) {
      const properties = Object.entries<object>(values)
      const required = properties.flatMap(([key, value]) => ('default' in value ? [] : [key]))
      const body = { type: 'object', properties: values, required }
      const options = properties.length > 0 ? { schema: { body } } : {}
      pages.post(`/switches/${name}`, options, (request, reply) => {
        run(quickbooks, request.body as never)
        return answerChange(request, reply, `/quickbooks/connection?done=${name}`, report())
      })
    }
  })
