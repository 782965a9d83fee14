// The QuickBooks connection: its status, and how current the data is that we read through it.
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { CONNECTED, filling, readyCopy } from '../../test/quickbooks.ts'

const STATUS = 'GET /api/auth/qbo/validate'
const START = 'GET /api/auth/qbo/start'
const COPY = 'GET /api/qbo/copy'
const REFRESH = 'POST /api/qbo/copy'
const MINUTE_MS = 60_000

afterEach(() => vi.useRealTimers())

it('shows the connection, and that QuickBooks has revoked access', async () => {
  await openPage('/connections', { answers: { [STATUS]: CONNECTED, [COPY]: readyCopy(2) } })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Manage Connections')
  await expect.element(page.getByText('Connected')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reconnect QuickBooks' })).toBeVisible()
  await expectAccessibleOnAllScreens()

  const reason = 'QuickBooks refused it.'
  await openPage('/connections', {
    answers: { [STATUS]: { status: 'invalid', reason }, [COPY]: readyCopy(2) },
  })
  await expect.element(page.getByText('Invalid')).toBeVisible()
  await expect.element(page.getByText(`Connection is no longer valid - ${reason}`)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reconnect QuickBooks' })).toBeVisible()
})

it('offers to connect while nothing is connected, and says why that failed', async () => {
  const refusal = { error: 'Something went wrong. Try again.', code: 'internal' }
  await openPage('/connections', {
    answers: {
      [STATUS]: { status: 'disconnected' },
      [COPY]: { state: 'none', isOld: false },
      [START]: refuse(500, refusal),
    },
  })
  await expect.element(page.getByText('Disconnected')).toBeVisible()
  await expect.element(page.getByText(/^QuickBooks data/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Connect QuickBooks' }).click()
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toHaveTextContent(`Failed to initialize QuickBooks connection: ${refusal.error}`)
  await expect.element(page.getByRole('button', { name: 'Connect QuickBooks' })).toBeEnabled()
})

it('checks the status on load and every 5 minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { sent } = await openPage('/connections', {
    answers: { [STATUS]: CONNECTED, [COPY]: readyCopy(2) },
  })
  const checks = () => sent.filter(({ name }) => name === STATUS).length
  await expect.element(page.getByText('Connected')).toBeVisible()
  vi.advanceTimersByTime(4.5 * MINUTE_MS)
  expect(checks()).toBe(1)
  vi.advanceTimersByTime(MINUTE_MS)
  await expect.poll(checks).toBe(2)
})

it('shows the first reading until it is done', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { answer } = await openPage('/connections', {
    answers: { [STATUS]: CONNECTED, [COPY]: filling(12_400) },
  })
  await expect
    .element(page.getByText('Reading your QuickBooks data: 12,400 of 300,000 records'))
    .toBeVisible()
  const progress = page.getByRole('progressbar', { name: 'Reading your QuickBooks data' })
  await expect.element(progress).toBeVisible()
  await expectAccessible()
  answer({ [COPY]: filling(250_000) })
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByText(/250,000 of 300,000 records/)).toBeVisible()
  answer({ [COPY]: readyCopy(2) })
  vi.advanceTimersByTime(2_000)
  await expect.element(page.getByText('QuickBooks data as of 2 minutes ago')).toBeVisible()
  await expect.element(progress).not.toBeInTheDocument()
  await expect
    .element(page.getByText('2 minutes ago'))
    .toHaveAttribute('title', expect.stringMatching(/\d{4}, \d+:\d\d [AP]M$/))
})

it('reads the latest data on request, and says why that failed', async () => {
  const refusal = { error: "QuickBooks isn't responding. Try again.", code: 'qbo_unavailable' }
  const { answer } = await openPage('/connections', {
    answers: { [STATUS]: CONNECTED, [COPY]: readyCopy(2), [REFRESH]: refuse(503, refusal) },
  })
  const refresh = page.getByRole('button', { name: 'Refresh now' })
  const alert = page.getByRole('main').getByRole('alert')
  await refresh.click()
  await expect.element(alert).toHaveTextContent(refusal.error)
  await expect.element(refresh).toHaveFocus()
  answer({ [REFRESH]: readyCopy(0), [COPY]: readyCopy(0) })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('QuickBooks data as of a moment ago')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(refresh).toHaveFocus()
})

it('says since when and why the data is old', async () => {
  const problem = "QuickBooks isn't responding."
  const old = { state: 'ready', isOld: true, asOf: '2026-11-16T14:05:00.000Z', problem }
  await openPage('/connections', { answers: { [STATUS]: CONNECTED, [COPY]: old } })
  await expect
    .element(page.getByRole('main').getByRole('alert'))
    .toMatchTextContent(
      /We haven't been able to read QuickBooks since Nov 16, 2026, .+\. QuickBooks isn't responding\./,
    )
  await expectAccessible()
})
