// The form reads the invoice and fills in what it says. Photos become a file that we accept.
import { writeFile } from 'node:fs/promises'
import { formatDate } from '@invoice-desk/contract/dates'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/limits'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { rotatedJpeg, sampleHeic } from '@invoice-desk/testing/contractor/sample-files'
import type { Page } from '@playwright/test'
import { manyPages, packedPdf, textPdf } from '../../server/test/support/pdfs.ts'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { dayFromNow, fillBill, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { beginBill, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

const UNREADABLE = "We couldn't read this file. Please fill in the fields."

const [TODAY, NEXT_MONTH, LATER] = [dayFromNow(0), dayFromNow(30), dayFromNow(45)]

const invoicePdf = (fields: { number: string; total: string; due: string }) =>
  textPdf([
    'From: Acme Studio',
    'INVOICE',
    `Invoice Number: ${fields.number}`,
    `Invoice Date: ${formatDate(TODAY)}`,
    `Due Date: ${formatDate(fields.due)}`,
    `Total Due: ${fields.total}`,
  ])

test('a PDF fills in the form, and what someone typed stays', async ({ page, desk }) => {
  test.slow()
  await beginBill(page, desk)
  const { form, file, amount, number, dueDate, submit, cancel, row } = portal(page)
  const confirm = (field: string) => form.getByRole('button', { name: `Confirm ${field}` })
  await expect(file).toBeFocused()
  const first = { number: 'AS-2077', total: '$1,250.00', due: NEXT_MONTH }
  await file.setInputFiles(pdf('first.pdf', await invoicePdf(first)))
  await expect(amount).toHaveValue('1250.00')
  await expect(number).toHaveValue('AS-2077')
  await expect(dueDate).toHaveValue(NEXT_MONTH)
  await expect(form).toContainText(`Acme Studio, dated ${formatDate(TODAY)}`)
  await expect(form.getByText('From your file')).toHaveCount(3)
  await expect(amount).toHaveAccessibleDescription(/From your file/)
  await expectAccessibleOnAllScreens(page, 'filled in from a file', dueDate)
  await confirm('Invoice Amount').click()
  await expect(amount).toBeFocused()
  await number.fill('')
  await expect(form).toContainText('Your file says AS-2077')
  await number.fill('AS-2077')
  await expect(form.getByText('From your file')).toHaveCount(1)
  // The mark and the file come back with the draft.
  await cancel.click()
  await openForm(page)
  await expect(form.getByText('From your file')).toHaveCount(1)

  await test.step('another file replaces only what is still marked', async () => {
    await form.getByRole('button', { name: 'Remove first.pdf' }).click()
    await expect(dueDate).toHaveValue('')
    await expect(amount).toHaveValue('1250.00')
    await expect(number).toHaveValue('AS-2077')
    // Half a date has no value, and neither has a field before the first letter.
    await dueDate.press('1')
    await number.fill('')
    const second = { number: 'AS-2078', total: '$990.00', due: LATER }
    await file.setInputFiles(pdf('second.pdf', await invoicePdf(second)))
    await expect(form).toContainText('Your file says 990.00')
    await expect(form).toContainText('Your file says AS-2078')
    await expect(form).toContainText(`Your file says ${formatDate(LATER)}`)
    await expect(amount).toHaveValue('1250.00')
    await expect(number).toHaveValue('')
    await expect(dueDate).toHaveValue('')
    await expectAccessibleOnAllScreens(page, 'hints from a file', dueDate)
    await form.getByRole('button', { name: 'Use it for Invoice Amount' }).click()
    await expect(amount).toHaveValue('990.00')
    await form.getByRole('button', { name: 'Use it for Due Date' }).click()
    await expect(dueDate).toHaveValue(LATER)
  })
  await number.fill('AS-2077-B')
  await submit.click()
  await expect(row('AS-2077-B')).toContainText('$990.00')
  await expect(row('AS-2077-B')).toContainText(formatDate(LATER))
})

test('a file that cannot be read leaves the form to the contractor', async ({ page, desk }) => {
  await beginBill(page, desk)
  const { form, file, number, submit, row } = portal(page)
  const script = page.waitForResponse('**/read-file.worker*')
  const unreadable = {
    encrypted: await textPdf(['Total $1.00'], { userPassword: 'secret' }),
    long: await manyPages(),
  }
  for (const [name, content] of Object.entries(unreadable)) {
    await file.setInputFiles(pdf(`${name}.pdf`, content))
    await expect(form, name).toContainText(UNREADABLE)
    await form.getByRole('button', { name: `Remove ${name}.pdf` }).click()
    await expect(form).not.toContainText(UNREADABLE)
  }
  // What a file does to the reader stays there.
  expect((await script).headers()['content-security-policy']).toContain("default-src 'none'")
  // Reading takes long, and the form doesn't wait for it.
  await file.setInputFiles(pdf('bomb.pdf', packedPdf(Buffer.alloc(300_000_000))))
  await expect(form).toContainText('Reading your file...')
  await number.pressSequentially('TYPED-MEANWHILE')
  await expect(number).toHaveValue('TYPED-MEANWHILE')
  await expect(form).toContainText('Reading your file...')
  await form.getByRole('button', { name: 'Remove bomb.pdf' }).click()
  await fillBill(page, { invoiceNumber: 'BY-HAND' })
  await submit.click()
  await expect(row('BY-HAND')).toBeVisible()
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
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  await openForm(page)
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
    // The second click is on the next file.
    await form.getByRole('button', { name: 'Remove receipt.pdf' }).dblclick()
    await expect(list.locator('strong')).toHaveText(['photos.pdf', 'IMG_2.jpg'])
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
