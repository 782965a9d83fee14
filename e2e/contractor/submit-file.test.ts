// The file of a new bill: which are taken, and how they travel.
import type { Person } from '@invoice-desk/testing/contractor'
import { samplePdf } from '@invoice-desk/testing/sample-files'
import { fillBill, pdf, portal } from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { beginBill, expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

const TEN_MB = 10 * 1024 * 1024

test.describe('a file', () => {
  test('of more than 10 MB is refused and the input cleared', async ({ page, desk }) => {
    await beginBill(page, desk)
    const { form, file } = portal(page)
    await file.setInputFiles(pdf('fine.pdf'))
    await expect(form).toContainText('fine.pdf')
    await file.setInputFiles(pdf('large.pdf', samplePdf('large', TEN_MB + 1)))
    await expect(form).toContainText('File size must be less than 10MB')
    await expect(form).not.toContainText('fine.pdf')
    await expect(file).toHaveValue('')
  })

  test('of exactly 10 MB is accepted, with its progress shown', async ({ page, desk, context }) => {
    await beginBill(page, desk)
    const { form, file, submit, row } = portal(page)
    const network = await context.newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      // Each step is said for two seconds, twice as long as between two looks at it.
      uploadThroughput: 1024 * 1024,
    })
    await fillBill(page, { invoiceNumber: 'TEN' })
    await file.setInputFiles(pdf('ten.pdf', samplePdf('ten', TEN_MB)))
    await submit.click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
    await expect(form.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
    await expect(form).toContainText(/Uploading\.\.\. [1-9]\d?%/)
    // Said in steps, or nobody could listen to it.
    await expect(page.getByRole('status').filter({ hasText: /Uploading [2468]0%/ })).toBeVisible()
    await expect(row('TEN')).toBeVisible({ timeout: 60_000 })
  })

  test('of another type is refused at once, and one in disguise by the server', async ({
    page,
    desk,
  }) => {
    await beginBill(page, desk)
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
    await beginBill(page, desk)
    await portal(page).file.setInputFiles(pdf('empty.pdf', Buffer.alloc(0)))
    await expect(portal(page).form).toContainText('This file is empty. Please choose another one.')
  })

  test('can be dropped, removed and chosen again', async ({ page, desk }) => {
    await beginBill(page, desk)
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
    const person = await beginBill(page, desk)
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
