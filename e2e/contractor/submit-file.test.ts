// The file of a new bill: accepted types and sizes, and the upload.
import { writeFile } from 'node:fs/promises'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { fillBill, pdf, portal } from '../support/contractor.ts'
import { beginBill, expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

const TEN_MB = 10 * 1024 * 1024
const WRONG_TYPE = "This isn't a PDF, PNG or JPEG file. Choose another one."

/** On disk, because passing megabytes to the browser takes seconds. */
const writePdf = async (name: string, bytes: number): Promise<string> => {
  const path = test.info().outputPath(name)
  await writeFile(path, samplePdf(name, bytes))
  return path
}

test('refuses a file that is too large, empty, of another type or disguised', async ({
  page,
  desk,
}) => {
  await beginBill(page, desk)
  const { form, file, submit } = portal(page)
  await file.setInputFiles(pdf('fine.pdf'))
  await expect(form).toContainText('fine.pdf')
  await file.setInputFiles(await writePdf('large.pdf', TEN_MB + 1))
  await expect(form).toContainText('large.pdf: File size must be less than 10MB')
  await expect(form).toContainText('fine.pdf')
  await expect(file).toHaveValue('')
  await form.getByRole('button', { name: 'Remove fine.pdf' }).click()

  await file.setInputFiles(pdf('empty.pdf', Buffer.alloc(0)))
  await expect(form).toContainText('This file is empty. Choose another one.')
  await file.setInputFiles({
    name: 'a.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg/>'),
  })
  await expect(form).toContainText(WRONG_TYPE)

  // Only the server can detect this one.
  await fillBill(page, { invoiceNumber: 'DISGUISE' })
  await file.setInputFiles(pdf('really-html.pdf', Buffer.from('<html><script>1</script></html>')))
  await expect(form).toContainText('really-html.pdf')
  await expect(form).not.toContainText(WRONG_TYPE)
  await submit.click()
  await expect(form).toContainText(WRONG_TYPE)
  await expectKept(page, 'DISGUISE')
})

test('a bill has several files, and the first one is the invoice', async ({ page, desk }) => {
  await beginBill(page, desk)
  const { form, file, submit, row } = portal(page)
  const list = form.getByRole('list', { name: 'Files' }).getByRole('listitem')
  await file.setInputFiles([pdf('hotel.pdf'), pdf('invoice.pdf')])
  await expect(list).toContainText(['hotel.pdf', 'invoice.pdf'])
  await expect(list).toContainText(['Invoice', 'Attachment'])
  await expect(form).toContainText(/2 files, \d+ kB/)
  await form.getByRole('button', { name: 'Use invoice.pdf as invoice' }).click()
  await expect(list).toContainText(['invoice.pdf', 'hotel.pdf'])
  await file.setInputFiles(await writePdf('half.pdf', TEN_MB))
  await expect(form).toContainText('half.pdf: Together, your files must be less than 10MB.')

  await fillBill(page, { invoiceNumber: 'WITH-RECEIPT' })
  await submit.click()
  await row('WITH-RECEIPT').getByRole('button', { name: 'WITH-RECEIPT', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invoice WITH-RECEIPT' })
  await expect(dialog.getByRole('link')).toContainText(['invoice.pdf', 'hotel.pdf'])
})

test('a file can be dropped and removed, and a 10 MB upload shows progress, stops and restarts', async ({
  page,
  desk,
  context,
}) => {
  await beginBill(page, desk)
  const { form, file, submit, cancel, row } = portal(page)
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
  // Dropping a file beside the field must not leave the page.
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped })
  await expect(form).toBeVisible()

  const network = await context.newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  // Each fifth takes four seconds, which is enough time to stop it.
  await limit(TEN_MB / 20)
  await fillBill(page, { invoiceNumber: 'TEN' })
  await file.setInputFiles(await writePdf('ten.pdf', TEN_MB))
  const stopped = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/cup/submit-invoice'),
  )
  await submit.click()
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await expect(form.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(form).toContainText(/Uploading\.\.\. [1-9]\d?%/)
  // Screen readers announce only a few steps.
  await expect(page.getByRole('status').filter({ hasText: /Uploading [2468]0%/ })).toBeVisible()
  await cancel.click()
  await stopped
  await expect(submit).toBeVisible()
  await expectKept(page, 'TEN')
  await expect(form).toContainText('ten.pdf')

  await limit(-1)
  await submit.click()
  await expect(row('TEN')).toHaveCount(1)
})
