// How long people wait in a browser if every call to a provider takes 300 ms, and for how many calls in a row.
import { setTimeout as sleep } from 'node:timers/promises'
import { getCopyStatus, refreshCopy } from '@invoice-desk/contract/accounting/copy'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { chromiumLaunch } from '@invoice-desk/testing/browser/launch'
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { newAddress } from '@invoice-desk/testing/http/caller'
import { type Call, callsOf, inARow } from '@invoice-desk/testing/sandbox/calls'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { type Browser, chromium, type Page } from '@playwright/test'
import { addBookedContractor } from '../../../e2e/support/approval.ts'
import { type Desk, startDesk } from '../../../e2e/support/desk.ts'
import { addCustomer } from '../../../e2e/support/payments.ts'
import { getTestChromium } from '../../../scripts/lib/chromium.mjs'
import { quantile } from '../speed/rounds.ts'
import type { Bench, Row, Table } from '../table.ts'
import { ACTIONS, type Action, type Material } from './actions.ts'

const DELAY_MS = 300
const SLOW_PROVIDERS = ['google', 'quickbooks', 'stripe', 'paypal', 'human-check'] as const
/** Runs of each action; the median counts. The first one warms up and doesn't count. */
const RUNS = 4
const READY_WITHIN_MS = 120_000
const PAGE_TIMEOUT_MS = 60_000
const QUIET_MS = 1_500

export const latencyBench: Bench = {
  name: 'latency',
  run: async () => {
    await using stack = new AsyncDisposableStack()
    const desk = await startDesk()
    stack.defer(desk.close)
    await desk.clearFaults()
    process.env.CHROMIUM_PATH = await getTestChromium()
    const browser = await chromium.launch(chromiumLaunch())
    stack.defer(() => browser.close())
    return [await measureActions(desk, browser)]
  },
}

const measureActions = async (desk: Desk, browser: Browser): Promise<Table> => {
  const materials: Material[] = []
  for (let run = 0; run < RUNS; run += 1) materials.push(await prepareMaterial(desk))
  await waitForCopy(desk)
  await turnOffWebhooks(desk)
  const waits = new Map<Action, Wait[]>(ACTIONS.map((action) => [action, []]))
  for (const [run, material] of materials.entries()) {
    const context = await browser.newContext({
      baseURL: desk.url,
      extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    for (const [action, measured] of waits) {
      const wait = await measure(desk, page, action, material)
      if (run > 0) measured.push(wait)
    }
    await context.close()
  }
  return {
    title: `What people wait for, with every provider call taking ${DELAY_MS} ms`,
    rows: [...waits].map(([action, measured]) => rowOf(action, measured)),
    note: `*In a row* counts the calls of our server that start after the previous one ended, up to the moment the page shows the result. *Waiting* is the share of the time in which at least one call was running, including those of the card form and PayPal's window in the browser.`,
  }
}

const prepareMaterial = async (desk: Desk): Promise<Material> => {
  const { invoices } = await addCustomer(desk, 100, 200, 300)
  const payer = await addCustomer(desk, 80)
  const [[looked, byCard, byWallet], [paid]] = [invoices, payer.invoices]
  if (!looked || !byCard || !byWallet || !paid) throw new Error('invoices are missing')
  await payer.addPayment({ PrivateNote: 'Stripe payment (ID: pi_3Latency)' }, [paid, 30])
  const person = await addBookedContractor(desk)
  const taskId = await addBill(desk, person, { invoiceNumber: `L-${Date.now()}` })
  return { invoices: [looked, byCard, byWallet], paid, taskId }
}

/** Until our copy of QuickBooks has everything that was prepared. */
const waitForCopy = async (desk: Desk): Promise<void> => {
  const token = await staffTokenOf(desk)
  await waitFor(
    async () => {
      const { body } = await desk.call(getCopyStatus, { token })
      if (body.state !== 'ready') throw new Error(`the copy is ${JSON.stringify(body)}`)
    },
    { withinMs: READY_WITHIN_MS },
  )
  const { status, body } = await desk.call(refreshCopy, { token })
  if (status !== 200) throw new Error(`not refreshed: ${JSON.stringify(body)}`)
}

/** No one waits for them, but our server checks them with calls of its own. */
const turnOffWebhooks = async (desk: Desk): Promise<void> => {
  await desk.ask('POST', '/quickbooks/switches/webhooks', { mode: 'off' })
  for (const provider of ['stripe', 'paypal'])
    await desk.ask('POST', `/${provider}/switches`, { webhooks: 'off' })
}

type Wait = { readonly ms: number; readonly waitedMs: number; readonly calls: readonly Call[] }

const measure = async (
  desk: Desk,
  page: Page,
  action: Action,
  material: Material,
): Promise<Wait> => {
  await action.prepare?.(page, material)
  await waitUntilQuiet(desk)
  for (const provider of SLOW_PROVIDERS)
    await setFault(desk, { provider, mode: 'slow', delayMs: DELAY_MS, times: null })
  const startedAt = Date.now()
  await action.run(page, material)
  const endedAt = Date.now()
  const all = await callsOf(desk.sandbox, startedAt)
  await desk.clearFaults()
  // What ended later, a job does in the background.
  const calls = all.filter(
    (call) => call.endedAt !== null && call.endedAt <= endedAt && !isBackground(call),
  )
  return { ms: endedAt - startedAt, waitedMs: coveredMs(calls), calls }
}

/** Jobs send emails, read changes in QuickBooks, and check a charge with Stripe again before it's booked. */
const isBackground = ({ provider, method, path }: Call): boolean =>
  provider === 'mail' || path.includes('/cdc') || (provider === 'stripe' && method === 'GET')

/** Until the jobs that the previous action started are done. */
const waitUntilQuiet = async (desk: Desk): Promise<void> => {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until) {
    const recent = await callsOf(desk.sandbox, Date.now() - QUIET_MS)
    if (recent.length === 0) return
    await sleep(QUIET_MS / 3)
  }
}

/** How long at least one call was running. */
const coveredMs = (calls: readonly Call[]): number => {
  let covered = 0
  let until = 0
  for (const { startedAt, endedAt } of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    covered += Math.max(0, (endedAt ?? startedAt) - Math.max(startedAt, until))
    until = Math.max(until, endedAt ?? startedAt)
  }
  return covered
}

const rowOf = ({ name, goal }: Action, waits: readonly Wait[]): Row => {
  const ownCalls = waits.map(({ calls }) => calls.filter(({ fromBrowser }) => !fromBrowser))
  const median = (values: readonly number[]) => Math.round(quantile(values, 0.5))
  const share = median(waits.map(({ ms, waitedMs }) => (100 * waitedMs) / ms))
  const row = {
    action: name,
    'in a row': median(ownCalls.map(inARow)),
    goal,
    calls: describeCalls(ownCalls[0] ?? []),
    time: `${median(waits.map(({ ms }) => ms))} ms`,
    waiting: `${share}%`,
  }
  console.log(JSON.stringify(row))
  return row
}

/** Such as `quickbooks 1, stripe 2`. */
const describeCalls = (calls: readonly Call[]): string => {
  const counts = Map.groupBy(calls, ({ provider }) => provider)
  return [...counts].map(([provider, of]) => `${provider} ${of.length}`).join(', ') || 'none'
}
