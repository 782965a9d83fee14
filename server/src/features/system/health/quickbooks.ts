// Tests QuickBooks: the keys, the connection, the company's currency and time zone, and whether webhooks arrive.
import { receiveQboWebhook } from '@invoice-desk/contract/accounting/accounting'
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { DAY_MS, isTimeZone } from '@invoice-desk/contract/values/business-day'
import { HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { ProviderError } from '../../../providers/provider-error.ts'
import { RECORDS } from '../../../providers/quickbooks/changes.ts'
import { INVALID_GRANT } from '../../../providers/quickbooks/oauth.ts'
import { endOf, RENEWAL_DUE } from '../../../providers/quickbooks/tokens.ts'
import { MADE_UP_TOKEN } from '../../../providers/settings-test.ts'
import type { Config } from '../../../settings/config.ts'
import { type ConnectionRow, findConnectionRow } from '../../accounting/connection/queries.ts'
import { findFirstChangeSince, findLastWebhookAt } from '../../accounting/copy/queries.ts'
import { type Check, type CheckDependencies, note, ok, problem, skipped } from './check.ts'
import {
  failureOf,
  readIfPossible,
  timeText,
  WEBHOOK_LATE_MS,
  within,
} from './provider-failures.ts'

const DAYS_LEFT_MIN = 30
/** With repeats, so one slow answer isn't a problem. */
const COMPANY_MS_MAX = 25_000
const KEYS = 'developer.intuit.com under Keys & credentials'
const ENTITIES = Object.values(RECORDS)
  .map(({ entity }) => entity)
  .sort()
  .join(', ')

const connectionsOf = ({ publicUrl }: Config): string => `${publicUrl}/connections`

export const checkQuickbooks: Check = async (deps) => {
  const { config, database } = deps
  const keys = await keyFinding(deps)
  const read = await readIfPossible(() => findConnectionRow(database.db), null)
  if (!read) {
    return [
      keys,
      skipped("The connection is stored in the database, which can't be used right now."),
    ]
  }
  const row = read.value
  if (!row) {
    // Null before the first start.
    const start = row === null ? 'Start the app once, then open' : 'Open'
    const fix = `${start} ${connectionsOf(config)}, and connect QuickBooks.`
    return [keys, problem("QuickBooks isn't connected.", fix)]
  }
  try {
    const asked = deps.quickbooks.for('staff').company.getSettings(row.realmId)
    const company = await within(COMPANY_MS_MAX, 'quickbooks', asked)
    return [
      keys,
      ...connectionFindings(deps, row, company.name),
      ...currencyFindings(config, company),
      zoneFinding(company.timeZone, config.businessTimeZone),
      await webhookFinding(deps, row),
    ]
  } catch (error) {
    return [keys, connectionFailure(deps, error)]
  }
}

/**
 * Sends a made-up refresh token to the token endpoint. It checks the client before the token, so only a client with the right
 * secret is told that the token is invalid. Our own tokens stay as they are.
 */
const keyFinding = async ({ config, quickbooks }: CheckDependencies): Promise<Finding> => {
  try {
    await quickbooks.oauth.refresh(MADE_UP_TOKEN)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.providerCode === INVALID_GRANT) return ok('The client ID and its secret are right.')
    if (error.kind !== 'rejected') {
      return failureOf(error, 'QuickBooks', config.quickbooks.tokenUrl)
    }
    if (error.providerCode === 'invalid_client') {
      return problem(
        'QuickBooks refused QBO_CLIENT_ID or QBO_CLIENT_SECRET.',
        `At ${KEYS}, copy both again${config.mode === 'live' ? ' from the production keys' : ''}.`,
      )
    }
  }
  return note(
    "We couldn't tell from QuickBooks' answer whether the client ID and its secret are right.",
    'Reconnect QuickBooks to find out.',
  )
}

const connectionFailure = ({ config }: CheckDependencies, error: unknown): Finding => {
  if (!(error instanceof ProviderError) || error.kind !== 'auth') {
    return failureOf(error, 'QuickBooks', config.quickbooks.apiUrl)
  }
  if (error.providerCode === RENEWAL_DUE) {
    return skipped(
      'The access token is due for renewal, which only the app does. Test QuickBooks on Settings → Health.',
    )
  }
  return problem(
    'QuickBooks no longer accepts the connection.',
    `Open ${connectionsOf(config)}, and reconnect. If the last step fails, check at ${KEYS} that yours are the ${config.mode === 'live' ? 'production' : 'development'} keys.`,
  )
}

const connectionFindings = (
  { config }: CheckDependencies,
  row: ConnectionRow,
  name: string,
): Finding[] => {
  const { at, isFinal } = endOf(row)
  const days = Math.floor((at.getTime() - Date.now()) / DAY_MS)
  const findings = [ok(`The connection to ${name} works.`)]
  if (config.mode === 'live') findings.push(ok('The keys are production keys.'))
  if (!isFinal) {
    findings.push(ok(`The connection renews itself. If it isn't used, it ends in ${days} days.`))
  } else if (days >= DAYS_LEFT_MIN) {
    findings.push(ok(`The connection ends in ${days} days.`))
  } else {
    const text = `The connection ends in ${days} days, and it can't be renewed.`
    findings.push(note(text, `Open ${connectionsOf(config)}, and reconnect before then.`))
  }
  return findings
}

const currencyFindings = (
  config: Config,
  { homeCurrency, isMultiCurrency }: { homeCurrency: string | undefined; isMultiCurrency: boolean },
): Finding[] => {
  const multi = isMultiCurrency
    ? [
        note(
          'The company uses several currencies. Here, customers can pay only invoices in US dollars.',
        ),
      ]
    : []
  if (homeCurrency === HOME_CURRENCY) return [ok("The company's currency is USD."), ...multi]
  if (homeCurrency === undefined) {
    return [
      note("QuickBooks doesn't say what the company's currency is. It must be USD."),
      ...multi,
    ]
  }
  return [
    problem(
      `The company's currency is ${homeCurrency}, but all amounts here are in US dollars.`,
      `Open ${connectionsOf(config)}, and connect a company with the home currency USD. QuickBooks can't change it afterwards.`,
    ),
    ...multi,
  ]
}

const zoneFinding = (theirs: string | undefined, ours: string): Finding => {
  if (theirs === undefined || !isTimeZone(theirs)) {
    return skipped(
      `QuickBooks doesn't say which time zone the company is in. Here, days begin in ${ours}.`,
    )
  }
  if (isSameZone(theirs, ours)) return ok(`The time zone is ${ours}, as in QuickBooks.`)
  return note(
    `The company's time zone in QuickBooks is ${theirs}, but here it's ${ours}. Bills and payments around midnight get a different day.`,
    'Change the time zone under Settings, or in QuickBooks.',
  )
}

/** Zones with different names can have the same times, such as America/New_York and America/Detroit. */
const isSameZone = (a: string, b: string): boolean => {
  const year = new Date().getUTCFullYear()
  const timesIn = (timeZone: string) =>
    [0, 3, 6, 9].map((month) =>
      new Date(Date.UTC(year, month, 15)).toLocaleString('en-US', { timeZone }),
    )
  return timesIn(a).join() === timesIn(b).join()
}

const webhookFinding = async (
  { config, database }: CheckDependencies,
  { realmId, connectedAt }: ConnectionRow,
): Promise<Finding> => {
  const dayAgo = Date.now() - DAY_MS
  const lastAt = await findLastWebhookAt(database.db)
  if (lastAt && lastAt.getTime() > dayAgo) {
    const time = timeText(lastAt, config.businessTimeZone)
    return ok(`The last webhook from QuickBooks arrived on ${time}.`)
  }
  const since = new Date(Math.max(dayAgo, connectedAt.getTime()))
  const changedAt = await findFirstChangeSince(database.db, realmId, since)
  if (!changedAt) {
    return note(
      'No webhook arrived in the last day, and nothing changed in QuickBooks.',
      'Change something in QuickBooks, such as the due date of an invoice, and test again in 20 minutes.',
    )
  }
  if (changedAt.getTime() > Date.now() - WEBHOOK_LATE_MS) {
    return note(
      'Something changed in QuickBooks in the last 15 minutes. Its webhook may still be on its way.',
      'Test again in 20 minutes.',
    )
  }
  return problem(
    'Something changed in QuickBooks in the last day, but no webhook arrived. We still read changes every two minutes.',
    `At developer.intuit.com under Webhooks, enter ${config.publicUrl}${receiveQboWebhook.path}, select the entities ${ENTITIES}, and copy the verifier token into QBO_WEBHOOK_TOKEN. Then change something in QuickBooks, and test again in 20 minutes.`,
  )
}
