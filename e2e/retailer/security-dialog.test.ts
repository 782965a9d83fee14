// The security dialog over the real endpoint. Nothing on the product's page opens it, so a page of its own does.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startProgram } from '@invoice-desk/testing/program'
import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '../../scripts/ports.mjs'
import { expectAccessible } from '../support/accessible.ts'
import { holdRequests } from '../support/hold.ts'
import { createComplaints } from '../support/watch.ts'
import type { Order } from './challenge-desk.ts'

const WEB = fileURLToPath(new URL('../../web/', import.meta.url))
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))

type ChallengeDesk = { readonly url: string; readonly order: (order: Order) => Promise<void> }

const startChallengeDesk = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'desk-dialog-'))
  const page = join(WEB, 'test/security-dialog')
  const config = ['--config', join(WEB, 'vite.config.ts'), '--logLevel', 'warn']
  execFileSync(process.execPath, [
    VITE,
    'build',
    page,
    ...config,
    '--outDir',
    folder,
    '--emptyOutDir',
  ])
  const control = `http://localhost:${await freePort()}`
  const program = await startProgram({
    name: 'desk with security checks',
    args: ['e2e/retailer/challenge-desk.ts'],
    env: { CONTROL_PORT: new URL(control).port, WEB_DIR: folder },
    readyUrl: control,
  })
  const { url } = (await (await fetch(control)).json()) as { url: string }
  return {
    url,
    order: async (order: Order) => {
      await fetch(control, { method: 'POST', body: JSON.stringify(order) })
    },
    close: async () => {
      await program.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const test = base.extend<
  { complaints: ReturnType<typeof createComplaints> },
  { desk: ChallengeDesk }
>({
  desk: [
    async ({ browserName: _ }, use) => {
      const desk = await startChallengeDesk()
      await use(desk)
      await desk.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints = createComplaints()
      complaints.follow(context)
      await use(complaints)
      expect(complaints.unexpected()).toEqual([])
    },
    { auto: true },
  ],
})
// One desk for the file: the checks of two tests at once would close each other.
test.describe.configure({ mode: 'default' })

const openDialog = async (page: Page, desk: ChallengeDesk, type: '2fa' | 'captcha' = '2fa') => {
  await page.goto(`${desk.url}/amazon-transactions`)
  await page.getByRole('button', { name: `Ask for ${type}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Security Verification Required' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('asks for a verification code and shows the challenge message', async ({ page, desk }) => {
  const dialog = await openDialog(page, desk)
  await expect(dialog).toContainText('Enter the code that was sent to your phone.')
  const input = dialog.getByRole('textbox', { name: 'Enter verification code' })
  await expect(input).toBeFocused()
  await expect(input).toHaveAttribute('required')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('asks for a CAPTCHA by its own label', async ({ page, desk }) => {
  const dialog = await openDialog(page, desk, 'captcha')
  await expect(dialog).toContainText('Type the characters of the picture.')
  await expect(dialog.getByRole('textbox', { name: 'Enter CAPTCHA' })).toBeVisible()
})

test('sends nothing while the code is missing', async ({ page, desk }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const dialog = await openDialog(page, desk)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(asked.filter((url) => url.includes('verify-challenge'))).toEqual([])
})

test('a right code closes the dialog, says so and reloads the list', async ({ page, desk }) => {
  await desk.order({ open: { type: 'captcha', code: 'xk7' } })
  const dialog = await openDialog(page, desk, 'captcha')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await desk.order({ add: 3 })
  await dialog.getByRole('textbox').fill('XK7')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Verification successful')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('a wrong code says why and leaves the dialog open for another try', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 422/)
  await desk.order({ open: { type: '2fa', code: '123456' } })
  const dialog = await openDialog(page, desk)
  await dialog.getByRole('textbox').fill('000000')
  await dialog.getByRole('textbox').press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Verification failed' })).toBeVisible()
  await dialog.getByRole('textbox').fill('123456')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Verification successful')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Verification failed')).toBeHidden()
})

test.describe('refusals of the server', () => {
  const submit = async (page: Page, desk: ChallengeDesk) => {
    const dialog = await openDialog(page, desk)
    await dialog.getByRole('textbox').fill('1')
    await dialog.getByRole('button', { name: 'Submit' }).click()
  }

  test('none is open', async ({ page, desk, complaints }) => {
    complaints.allow(/status of 409/)
    await submit(page, desk)
    await expect(page.getByText('There is no verification to answer right now.')).toBeVisible()
  })

  test('it has expired', async ({ page, desk, complaints }) => {
    complaints.allow(/status of 410/)
    await desk.order({ open: { type: '2fa', code: '1', expired: true } })
    await submit(page, desk)
    await expect(page.getByText('This verification has expired.')).toBeVisible()
  })

  test('there were too many wrong codes', async ({ page, desk, complaints }) => {
    complaints.allow(/status of 4(22|29)/)
    await desk.order({ open: { type: '2fa', code: '123456' } })
    const dialog = await openDialog(page, desk)
    for (let n = 0; n < 6; n += 1) {
      const answer = page.waitForResponse(/verify-challenge/)
      await dialog.getByRole('textbox').fill('000000')
      await dialog.getByRole('button', { name: 'Submit' }).click()
      await answer
      await expect(dialog.getByRole('button', { name: 'Submit' })).toBeVisible()
    }
    await expect(page.getByText('There were too many wrong codes.')).toBeVisible()
  })
})

test('says that it is busy, and when the server cannot be reached', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const dialog = await openDialog(page, desk)
  // The line is held and then cut; what the server would have said never arrives.
  const cut = await holdRequests(page, /verify-challenge/, (route) =>
    route.abort('internetdisconnected'),
  )
  await dialog.getByRole('textbox').fill('123456')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByRole('button', { name: 'Verifying...' })).toBeVisible()
  cut()
  await expect(page.getByText('Failed to submit verification')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeVisible()
})
