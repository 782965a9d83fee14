// The security dialog. Nothing in the product opens it yet, so a test page does.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { holdRequests } from '../support/hold.ts'
import { addTransactions, exportFile, newMark, TRANSACTIONS } from '../support/retailer.ts'
import { expect, test } from '../support/test.ts'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))
const CONFIG = fileURLToPath(new URL('../support/security-dialog.vite.ts', import.meta.url))
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))
const VERIFY = '**/api/amazon/verify-challenge'

// Both tests share a worker, so the page is built once.
test.describe.configure({ mode: 'default' })

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-dialog-'))
  const source = join(WEB, 'test/security-dialog')
  const config = ['--config', CONFIG, '--logLevel', 'warn']
  const out = ['--outDir', folder, '--emptyOutDir']
  await promisify(execFile)(process.execPath, [VITE, 'build', source, ...config, ...out])
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** Serves the test page at the product's URL, with the server's content security policy. */
const openPage = async (page: Page, mark = newMark()) => {
  // The list also has other journeys' transactions, so it shows only those with the mark.
  await page.route('**/api/amazon/list-transactions*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('search', mark)
    return route.continue({ url: url.href })
  })
  await page.route(`**${TRANSACTIONS}`, async (route) => {
    const response = await route.fetch()
    const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1]
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    await route.fulfill({ response, body: html.replaceAll('__CSP_NONCE__', nonce ?? '') })
  })
  await page.route('**/assets/*', (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  )
  await page.goto(TRANSACTIONS)
}

const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Security Verification Required' })

test('asks for a code, shows why one is rejected, and closes on the right one', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 4(09|22)|ERR_INTERNET_DISCONNECTED/)
  const dialog = dialogOf(page)
  const input = dialog.getByRole('textbox', { name: 'Enter verification code' })
  const submit = dialog.getByRole('button', { name: 'Submit' })
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verify-challenge')) sent.push(request.postDataJSON())
  })
  await openPage(page)
  await page.getByRole('button', { name: 'Ask for 2fa' }).click()
  await expect(dialog).toContainText('Enter the code that was sent to your phone.')
  await expect(input).toBeFocused()
  await expectAccessible(page)
  await submit.click()
  await expect(input).toBeFocused()
  expect(sent, 'requests without a code').toEqual([])

  await test.step('the server says that no verification is open', async () => {
    await input.fill('1')
    await submit.click()
    await expect(page.getByText("There's no verification to complete right now.")).toBeVisible()
  })

  await test.step('the server cannot be reached', async () => {
    const cut = await holdRequests(page, VERIFY, (route) => route.abort('internetdisconnected'))
    await submit.click()
    await expect(dialog.getByRole('button', { name: 'Verifying...' })).toBeVisible()
    cut()
    await expect(page.getByText('Failed to submit verification')).toBeVisible()
    await page.unroute(VERIFY)
  })

  await test.step('a wrong code, and then the right one', async () => {
    await page.route(VERIFY, (route) => {
      const { type, code } = route.request().postDataJSON()
      const isRight = type === '2fa' && code === '123456'
      if (isRight) return route.fulfill({ json: { verified: true } })
      const json = { error: 'Verification failed', code: 'challenge_wrong_code' }
      return route.fulfill({ status: 422, json })
    })
    await input.fill('000000')
    await input.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Verification failed' })).toBeVisible()
    await input.fill('123456')
    await submit.click()
    await expect(page.getByText('Verification successful')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Verification failed')).toBeHidden()
  })
})

test('asks for a CAPTCHA with its own label, and the right one reloads the list', async ({
  page,
  desk,
}) => {
  const mark = newMark()
  const dialog = dialogOf(page)
  await page.route(VERIFY, (route) => route.fulfill({ json: { verified: true } }))
  await openPage(page, mark)
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for captcha' }).click()
  await expect(dialog).toContainText('Type the characters in the picture.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await addTransactions(desk, exportFile(mark, 3))
  await page.getByRole('button', { name: 'Ask for captcha' }).click()
  await dialog.getByRole('textbox', { name: 'Enter CAPTCHA' }).fill('XK7')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Verification successful')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(4)
})
