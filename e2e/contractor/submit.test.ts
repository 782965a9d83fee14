// Submitting an invoice: what the form refuses by itself, what the server refuses, and that nothing is lost.
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  addBill,
  addContractor,
  dayFromNow,
  fillBill,
  openForm,
  openPortal,
  type Person,
  pdf,
  portal,
  samplePdf,
  setHumanCheck,
} from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

const TEN_MB = 10 * 1024 * 1024

const begin = async (page: Page, desk: Desk): Promise<Person> => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  await openForm(page)
  return person
}

/** Everything is where it was typed. */
const expectKept = async (page: Page, number: string) => {
  await expect(portal(page).amount).toHaveValue('1250.50')
  await expect(portal(page).number).toHaveValue(number)
  await expect(portal(page).dueDate).toHaveValue(dayFromNow(14))
}

test.beforeEach(async ({ desk, complaints }) => {
  await setHumanCheck(desk, 'pass')
  complaints.allow(/status of (4\d\d|5\d\d)/)
  complaints.allow(/net::ERR_/)
})

test.describe('the form', () => {
  test('has the fields and bounds it promises', async ({ page, desk }) => {
    await begin(page, desk)
    const { form, amount, number, dueDate, file } = portal(page)
    await expect(form).toContainText('Invoice Amount *')
    await expect(form).toContainText('Invoice Number *')
    await expect(form).toContainText('Due Date *')
    await expect(amount).toHaveAttribute('step', '0.01')
    await expect(amount).toHaveAttribute('min', '0.01')
    await expect(amount).toHaveAttribute('required')
    await expect(number).toHaveAttribute('required')
    await expect(dueDate).toHaveAttribute('min', dayFromNow(0))
    await expect(file).toHaveAttribute('accept', '.pdf,.png,.jpg,.jpeg')
  })

  test('says beside each field what is missing, and leads to the first', async ({ page, desk }) => {
    await begin(page, desk)
    const { form, amount, number, submit } = portal(page)
    await submit.click()
    await expect(form).toContainText('Please enter an amount, such as 1250.00.')
    await expect(form).toContainText('This is required.')
    await expect(form).toContainText('Please enter a valid date.')
    await expect(amount).toBeFocused()
    await amount.fill('5')
    await submit.click()
    await expect(number).toBeFocused()
  })

  for (const [text, message] of [
    ['0', 'The amount must be at least 0.01.'],
    ['0.001', 'The amount must be at least 0.01.'],
    ['12.345', 'The amount can have at most two decimals.'],
    ['1000000000', 'The amount can be at most $999,999,999.99.'],
  ]) {
    test(`refuses the amount ${text}`, async ({ page, desk }) => {
      await begin(page, desk)
      await fillBill(page, { amount: text ?? '' })
      await portal(page).submit.click()
      await expect(portal(page).form).toContainText(message ?? '')
    })
  }

  test('takes an amount as it is copied from an invoice', async ({ page, desk, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await begin(page, desk)
    await page.evaluate(() => navigator.clipboard.writeText('$1,250.50 '))
    await portal(page).amount.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(portal(page).amount).toHaveValue('1250.50')
  })

  test('refuses a due date in the past and takes today', async ({ page, desk }) => {
    await begin(page, desk)
    await fillBill(page, { dueDate: dayFromNow(-1), invoiceNumber: 'DUE-1' })
    await portal(page).submit.click()
    await expect(portal(page).form).toContainText('The due date cannot be in the past.')
    await portal(page).dueDate.fill(dayFromNow(0))
    await portal(page).submit.click()
    await expect(portal(page).row('DUE-1')).toBeVisible()
  })
})

test.describe('a file', () => {
  test('of more than 10 MB is refused and the input cleared', async ({ page, desk }) => {
    await begin(page, desk)
    const { form, file } = portal(page)
    await file.setInputFiles(pdf('fine.pdf'))
    await expect(form).toContainText('fine.pdf')
    await file.setInputFiles(pdf('large.pdf', samplePdf('large', TEN_MB + 1)))
    await expect(form).toContainText('File size must be less than 10MB')
    await expect(form).not.toContainText('fine.pdf')
    await expect(file).toHaveValue('')
  })

  test('of exactly 10 MB is accepted, with its progress shown', async ({ page, desk, context }) => {
    await begin(page, desk)
    const { form, file, submit, row } = portal(page)
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 4 * 1024 * 1024,
    })
    await fillBill(page, { invoiceNumber: 'TEN' })
    await file.setInputFiles(pdf('ten.pdf', samplePdf('ten', TEN_MB)))
    await submit.click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
    await expect(form.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await expect(form).toContainText(/Uploading\.\.\. [1-9]\d?%/)
    await expect(row('TEN')).toBeVisible({ timeout: 20_000 })
  })

  test('of another type is refused at once, and one in disguise by the server', async ({
    page,
    desk,
  }) => {
    await begin(page, desk)
    const { form, file, submit } = portal(page)
    const text = 'This is not a PDF, PNG or JPEG file. Please choose another one.'
    await file.setInputFiles({
      name: 'a.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    })
    await expect(form).toContainText(text)
    await fillBill(page, { invoiceNumber: 'DISGUISE' })
    await file.setInputFiles(pdf('really-html.pdf', Buffer.from('<html><script>1</script></html>')))
    await expect(form).not.toContainText(text)
    await submit.click()
    await expect(form).toContainText(text)
    await expectKept(page, 'DISGUISE')
  })

  test('without content is refused', async ({ page, desk }) => {
    await begin(page, desk)
    await portal(page).file.setInputFiles(pdf('empty.pdf', Buffer.alloc(0)))
    await expect(portal(page).form).toContainText('This file is empty. Please choose another one.')
  })

  test('can be dropped, removed and chosen again', async ({ page, desk }) => {
    await begin(page, desk)
    const { form, file } = portal(page)
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf', { type: 'application/pdf' }))
      return transfer
    })
    await file.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(form).toContainText('dropped.pdf')
    await page.getByRole('button', { name: 'Remove dropped.pdf' }).click()
    await expect(form).not.toContainText('dropped.pdf')
    await expect(file).toBeFocused()
    // Beside the field it must not take the page away.
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped })
    await expect(form).toBeVisible()
  })

  test('that takes too long can be stopped, and nothing is submitted', async ({
    page,
    desk,
    context,
  }) => {
    const person = await begin(page, desk)
    const { form, file, submit, cancel, bills } = portal(page)
    const network = await context.newCDPSession(page)
    const limit = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await limit(500 * 1024)
    await fillBill(page, { invoiceNumber: 'SLOW' })
    await file.setInputFiles(pdf('slow.pdf', samplePdf('slow', TEN_MB)))
    await submit.click()
    await expect(form).toContainText(/Uploading\.\.\. \d+%/)
    await cancel.click()
    await expect(submit).toBeVisible()
    await expectKept(page, 'SLOW')
    await expect(form).toContainText('slow.pdf')
    await limit(-1)
    await cancel.click()
    await page.getByRole('button', { name: 'Yes, Discard' }).click()
    await expect(bills).toContainText('No bills found.')
    expect(await mailsAbout(desk, person)).toEqual([])
  })
})

const mailsAbout = async (desk: Desk, { vendor }: Person) =>
  (await desk.mails()).filter(({ subject }) => subject.includes(vendor))

test.describe('the human check', () => {
  test('that takes the contractor for a robot is told, and passes on the next try', async ({
    page,
    desk,
  }) => {
    await begin(page, desk)
    const { alert, toast, submit, row } = portal(page)
    await setHumanCheck(desk, 'low-score')
    await fillBill(page, { invoiceNumber: 'HUMAN' })
    await submit.click()
    const text = 'Failed to verify you are human. Please try again.'
    await expect(alert.filter({ hasText: text })).toBeVisible()
    await expect(toast).toHaveText(text)
    await expectKept(page, 'HUMAN')
    await setHumanCheck(desk, 'pass')
    await submit.click()
    await expect(row('HUMAN')).toBeVisible()
    await expect(toast).toHaveText('Invoice submitted successfully!')
  })

  test('whose script does not load is told, and is loaded on the next try', async ({
    page,
    desk,
  }) => {
    const person = await addContractor(desk)
    await openPortal(page, desk, person)
    await page.route('**/human-check/api.js*', (route) => route.abort())
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'SCRIPT' })
    await portal(page).submit.click()
    const text = 'Failed to verify the human check. Please try again.'
    await expect(portal(page).alert.filter({ hasText: text })).toBeVisible()
    await page.unroute('**/human-check/api.js*')
    await portal(page).submit.click()
    await expect(portal(page).row('SCRIPT')).toBeVisible()
  })

  test('that cannot be asked by the server is told', async ({ page, desk }) => {
    await begin(page, desk)
    await desk.addFault({ provider: 'human-check', match: 'siteverify', mode: 'error', times: 9 })
    await fillBill(page, { invoiceNumber: 'DOWN' })
    await portal(page).submit.click()
    const text = 'Failed to verify the human check. Please try again.'
    await expect(portal(page).alert.filter({ hasText: text })).toBeVisible()
    await expectKept(page, 'DOWN')
  })

  test('is not loaded for whoever only looks at bills', async ({ page, desk }) => {
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    const person = await addContractor(desk)
    await openPortal(page, desk, person)
    expect(asked.filter((url) => url.includes('/human-check/'))).toEqual([])
    const script = page.waitForRequest(/human-check\/api\.js\?render=sandbox-site-key/)
    await openForm(page)
    await script
  })
})

test.describe('a duplicate', () => {
  test('of an open bill is refused with its date and status', async ({ page, desk }) => {
    const person = await addContractor(desk)
    await addBill(desk, person, { amount: '1250.50', invoiceNumber: 'TWICE' })
    await openPortal(page, desk, person)
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'twice' })
    await portal(page).submit.click()
    await expect(portal(page).form).toContainText(
      /Invoice TWICE for \$1,250\.50 was already submitted on \w{3} \d+, \d{4}\. Its status is (Received|Sent for Approval)\./,
    )
    await expect(portal(page).number).toBeFocused()
    await expectKept(page, 'twice')
  })

  test('that is only similar is asked about, and submitted once confirmed', async ({
    page,
    desk,
  }) => {
    const person = await addContractor(desk)
    await addBill(desk, person, { amount: '10', invoiceNumber: 'ALIKE' })
    await openPortal(page, desk, person)
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'ALIKE' })
    const { submit, bills } = portal(page)
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'Is this another invoice?' })
    await expect(dialog).toContainText('ALIKE')
    await expect(dialog).toContainText('$10.00')
    await expect(dialog).toContainText('The same invoice number')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectKept(page, 'ALIKE')
    await expect(submit).toBeFocused()
    await submit.click()
    await dialog.getByRole('button', { name: 'Yes, Submit It' }).click()
    await expect(bills).toContainText('Total $1,260.50 · 2 bills')
  })

  test('by its file is noticed though the number differs', async ({ page, desk }) => {
    const person = await addContractor(desk)
    const buffer = samplePdf(randomBytes(8).toString('hex'))
    await addBill(desk, person, { invoiceNumber: 'FIRST', file: buffer })
    await openPortal(page, desk, person)
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'SECOND' })
    await portal(page).file.setInputFiles(pdf('again.pdf', buffer))
    await portal(page).submit.click()
    await expect(page.getByRole('dialog')).toContainText('The same file')
  })
})

test.describe('nothing is lost', () => {
  test('when the server is out of reach, and one bill is made once it is back', async ({
    page,
    desk,
    context,
  }) => {
    await begin(page, desk)
    await fillBill(page, { invoiceNumber: 'OFFLINE' })
    await portal(page).file.setInputFiles(pdf('kept.pdf'))
    await context.setOffline(true)
    await portal(page).submit.click()
    await expect(portal(page).alert.first()).toBeVisible()
    await expectKept(page, 'OFFLINE')
    await expect(portal(page).form).toContainText('kept.pdf')
    await context.setOffline(false)
    await portal(page).submit.click()
    await expect(portal(page).row('OFFLINE')).toHaveCount(1)
  })

  test('when the answer is: the same submission again makes no second bill', async ({
    page,
    desk,
  }) => {
    await begin(page, desk)
    await fillBill(page, { invoiceNumber: 'LOST' })
    await page.route('**/api/cup/submit-invoice', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await portal(page).submit.click()
    await expect(portal(page).alert.filter({ hasText: 'Failed to submit invoice' })).toContainText(
      'submitting it again cannot make a second bill',
    )
    await expect(portal(page).toast).toHaveText('Failed to submit invoice')
    await expectKept(page, 'LOST')
    await page.unroute('**/api/cup/submit-invoice')
    await portal(page).submit.click()
    await expect(portal(page).bills).toContainText('Total $1,250.50 · 1 bill')
    await expect(portal(page).row('LOST')).toHaveCount(1)
  })

  test('when the server fails: its text is shown in place and as a toast', async ({
    page,
    desk,
  }) => {
    await begin(page, desk)
    await fillBill(page, { invoiceNumber: 'FAILS' })
    await page.route('**/api/cup/submit-invoice', (route) =>
      route.fulfill({ status: 500, json: { error: 'The disk is full', code: 'submit_failed' } }),
    )
    await portal(page).submit.click()
    await expect(portal(page).form.getByRole('alert')).toHaveText('The disk is full')
    await expect(portal(page).toast).toHaveText('The disk is full')
    await expectKept(page, 'FAILS')
  })

  test('by a double click: one bill', async ({ page, desk }) => {
    await begin(page, desk)
    await fillBill(page, { invoiceNumber: 'DOUBLE' })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/submit-invoice')) sent.push(request.url())
    })
    await portal(page).submit.dblclick()
    await expect(portal(page).row('DOUBLE')).toHaveCount(1)
    expect(sent).toHaveLength(1)
  })

  for (const [code, error] of [
    ['token_missing', 'No token provided'],
    ['token_invalid', 'Invalid token'],
    ['token_expired', 'Token has expired'],
  ]) {
    test(`when the session ends (${error}): the form waits for the new link`, async ({
      page,
      context,
      desk,
    }) => {
      const person = await begin(page, desk)
      await fillBill(page, { invoiceNumber: 'WAITS' })
      await portal(page).file.setInputFiles(pdf('waits.pdf'))
      await page.route('**/api/cup/submit-invoice', (route) =>
        route.fulfill({ status: 401, json: { error, code } }),
      )
      await portal(page).submit.click()
      await expect(portal(page).alert).toContainText(
        'Your session has expired. Please verify your email again.',
      )
      await expect(portal(page).welcome).toBeHidden()
      expect(await page.evaluate(() => localStorage['invoice-desk.verification'])).toBeUndefined()
      await page.unroute('**/api/cup/submit-invoice')

      await portal(page).go.click()
      await expect(portal(page).sent).toBeVisible()
      const tab = await context.newPage()
      await openPortal(tab, desk, person)
      await expectKept(page, 'WAITS')
      await expect(portal(page).form).toContainText('waits.pdf')
      await portal(page).submit.click()
      await expect(portal(page).row('WAITS')).toBeVisible()
    })
  }

  test('a token that is gone from the browser ends the session before anything is sent', async ({
    page,
    desk,
  }) => {
    await begin(page, desk)
    await fillBill(page, { invoiceNumber: 'GONE' })
    await page.evaluate(() => localStorage.clear())
    await portal(page).submit.click()
    await expect(portal(page).alert).toContainText(
      'Your session has expired. Please verify your email again.',
    )
  })

  test('by leaving: a half-filled form asks first', async ({ page, desk }) => {
    await begin(page, desk)
    const { number, cancel, form, firstBill } = portal(page)
    await cancel.click()
    await expect(firstBill).toBeVisible()
    await openForm(page)
    await number.fill('HALF')
    await cancel.click()
    const dialog = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(number).toHaveValue('HALF')

    const asked = page.waitForEvent('dialog')
    const leaving = page.getByRole('link', { name: 'Privacy', exact: true }).click()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await leaving.catch(() => {})
    await expect(form).toBeVisible()
    await expect(number).toHaveValue('HALF')
  })
})
