// Submitting a bill: a disguised file, a stopped upload, a lost answer, and repeated bills.
import { writeFile } from 'node:fs/promises'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { fillBill, openForm, pdf, portal } from '../support/contractor.ts'
import { beginBill, expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

const TEN_MB = 10 * 1024 * 1024
const SUBMIT = '**/api/cup/submit-invoice'

test('a bill arrives once, whatever happens to its upload', async ({
  page,
  desk,
  context,
  complaints,
}) => {
  await prepareForms(desk, complaints)
  await beginBill(page, desk)
  const { alert, form, amount, number, file, submit, cancel, bills, row } = portal(page)
  await fillBill(page, { invoiceNumber: 'TEN' })

  await test.step('only the server can detect a disguised file', async () => {
    await file.setInputFiles(pdf('really-html.pdf', Buffer.from('<html><script>1</script></html>')))
    await submit.click()
    await expect(form).toContainText("This isn't a PDF, PNG or JPEG file. Choose another one.")
    await expectKept(page, 'TEN')
    await form.getByRole('button', { name: 'Remove really-html.pdf' }).click()
  })

  await test.step('the upload of 10 MB shows its progress, and can be stopped', async () => {
    const network = await context.newCDPSession(page)
    const limit = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await limit(TEN_MB / 20)
    // On disk, because passing megabytes to the browser takes seconds.
    const path = test.info().outputPath('ten.pdf')
    await writeFile(path, samplePdf('ten', TEN_MB))
    await file.setInputFiles(path)
    const stopped = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/cup/submit-invoice'),
    )
    await submit.click()
    await expect(form).toContainText(/Uploading\.\.\. [1-9]\d?%/)
    await cancel.click()
    await stopped
    await expectKept(page, 'TEN')
    await expect(form).toContainText('ten.pdf')
    await limit(-1)
  })

  await test.step('the bill is stored, but the answer is lost, and a retry adds no other', async () => {
    await page.route(SUBMIT, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit.click()
    const failed = alert.filter({ hasText: 'Failed to submit invoice' })
    await expect(failed).toContainText("you won't create a second bill.")
    await page.unroute(SUBMIT)
    await submit.click()
    await expect(bills).toContainText('Total $1,250.50 · 1 bill')
    await expect(row('TEN')).toHaveCount(1)
  })

  await test.step('a repeated bill is refused, and a similar one needs a confirmation', async () => {
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'ten' })
    await submit.click()
    await expect(form).toContainText(
      /Invoice TEN for \$1,250\.50 was already submitted on \w{3} \d+, \d{4}\. Its status is (Received|Sent for Approval)\./,
    )
    await expect(number).toBeFocused()
    await amount.fill('10')
    await file.setInputFiles([pdf('hotel.pdf'), pdf('invoice.pdf')])
    await form.getByRole('button', { name: 'Use invoice.pdf as invoice' }).click()
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'Is this a different invoice?' })
    await expect(dialog).toContainText('The same invoice number')
    await dialog.getByRole('button', { name: 'Yes, Submit It' }).click()
    await expect(bills).toContainText('Total $1,260.50 · 2 bills')
    await page.getByRole('button', { name: 'ten', exact: true }).click()
    const files = page.getByRole('dialog', { name: 'Invoice ten' }).getByRole('link')
    await expect(files.filter({ hasText: '.pdf' })).toHaveText(['invoice.pdf', 'hotel.pdf'])
  })
})
