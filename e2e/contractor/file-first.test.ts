// The form reads the invoice and fills in what it says. Photos become a file that we accept.
import { writeFile } from 'node:fs/promises'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { rotatedJpeg, sampleHeic } from '@invoice-desk/testing/contractor/sample-files'
import type { Page } from '@playwright/test'
import { textPdf } from '../../server/test/support/pdfs.ts'
import { dayFromNow, fillBill, pdf, portal } from '../support/contractor.ts'
import { beginBill, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

const [TODAY, NEXT_MONTH] = [dayFromNow(0), dayFromNow(30)]

const invoicePdf = (fields: { number: string; total: string; due: string }) =>
  textPdf([
    'From: Acme Studio',
    'INVOICE',
    `Invoice Number: ${fields.number}`,
    `Invoice Date: ${formatDate(TODAY)}`,
    `Due Date: ${formatDate(fields.due)}`,
    `Total Due: ${fields.total}`,
  ])

test('a PDF fills in the form', async ({ page, desk }) => {
  await beginBill(page, desk)
  const { form, file, amount, number, dueDate, submit, row } = portal(page)
  const script = page.waitForResponse('**/read-file.worker*')
  const first = { number: 'AS-2077', total: '$1,250.00', due: NEXT_MONTH }
  await file.setInputFiles(pdf('first.pdf', await invoicePdf(first)))
  await expect(amount).toHaveValue('1250.00')
  await expect(number).toHaveValue('AS-2077')
  await expect(dueDate).toHaveValue(NEXT_MONTH)
  await expect(form).toContainText(`Acme Studio, dated ${formatDate(TODAY)}`)
  // What a file does to the reader stays there.
  expect((await script).headers()['content-security-policy']).toContain("default-src 'none'")
  await form.getByRole('button', { name: 'Remove first.pdf' }).click()
  await expect(amount).toHaveValue('')
  const encrypted = await textPdf(['Total $1.00'], { userPassword: 'secret' })
  await file.setInputFiles(pdf('encrypted.pdf', encrypted))
  await expect(form).toContainText("We couldn't read this file. Please fill in the fields.")
  await form.getByRole('button', { name: 'Remove encrypted.pdf' }).click()
  const second = { number: 'AS-2078', total: '$990.00', due: NEXT_MONTH }
  await file.setInputFiles(pdf('second.pdf', await invoicePdf(second)))
  await expect(amount).toHaveValue('990.00')
  await submit.click()
  await expect(row('AS-2078')).toContainText('$990.00')
  await expect(row('AS-2078')).toContainText(formatDate(NEXT_MONTH))
})

/** Whether a point of the picture, in parts of its size, is red. */
const isRedAt = (page: Page, jpeg: Buffer, x: number, y: number) =>
  page.evaluate(
    async ([base64, left, top]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      context?.drawImage(picture, 0, 0)
      const place = [left * picture.width, top * picture.height] as const
      const [red = 0, green = 0] = context?.getImageData(...place, 1, 1).data ?? []
      return red > 150 && green < 100
    },
    [jpeg.toString('base64'), x, y] as const,
  )

test('photos are turned upright and become one PDF', async ({ page, desk, complaints }) => {
  complaints.allow(/The source image could not be decoded/)
  await beginBill(page, desk)
  const { form, file, submit, row } = portal(page)
  const camera = form.locator('input[capture=environment]')
  const photo = { name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer: rotatedJpeg }
  const heic = { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: sampleHeic }

  await test.step('a broken photo is refused', async () => {
    const broken = Buffer.concat([rotatedJpeg.subarray(0, 200), Buffer.alloc(50)])
    await file.setInputFiles({ ...photo, buffer: broken })
    await expect(form).toContainText("We couldn't open this photo. Please choose another one.")
  })
  await test.step('a photo of more than 10 MB can only be taken, not chosen', async () => {
    const large = test.info().outputPath('IMG_1.JPG')
    await writeFile(large, Buffer.concat([rotatedJpeg, Buffer.alloc(FILE_BYTES_MAX)]))
    await file.setInputFiles(large)
    await expect(form).toContainText('File size must be less than 10MB')
    await camera.setInputFiles(large)
    await expect(form).toContainText('IMG_1.jpg')
  })
  await camera.setInputFiles(heic)
  await expect(form).toContainText('photos.pdf')
  await expect(form).toContainText('2 photos')
  await form.getByRole('button', { name: 'Remove photos.pdf' }).click()
  await test.step('and so do photos that are chosen together, but not one alone', async () => {
    await file.setInputFiles([photo, pdf('receipt.pdf'), heic])
    const list = form.getByRole('list', { name: 'Files' })
    await expect(list.locator('strong')).toHaveText(['photos.pdf', 'receipt.pdf'])
    await expect(form).toContainText('2 photos')
    await file.setInputFiles(heic)
    await expect(list.locator('strong')).toHaveText(['photos.pdf', 'receipt.pdf', 'IMG_2.jpg'])
  })
  await fillBill(page, { invoiceNumber: 'PHOTOS' })
  await submit.click()

  const link = row('PHOTOS').getByRole('link', { name: /^View Invoice/ })
  const answer = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const text = (await answer.body()).toString('latin1')
  expect(text.match(/\/Width \d+\/Height \d+/g)).toEqual([
    '/Width 32/Height 48',
    '/Width 48/Height 32',
  ])
  const [first = '', second = ''] = text.match(/\xff\xd8[\s\S]*?(?=\nendstream)/g) ?? []
  expect(await isRedAt(page, Buffer.from(first, 'latin1'), 0.5, 0.1)).toBe(true)
  expect(await isRedAt(page, Buffer.from(first, 'latin1'), 0.1, 0.9)).toBe(false)
  expect(await isRedAt(page, Buffer.from(second, 'latin1'), 0.1, 0.9)).toBe(true)
})
