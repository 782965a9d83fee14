// The files of a bill: what is refused, which one is the invoice, and the upload.
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { held, refuse } from '../../../../../test/answers.ts'
import {
  acceptBill,
  beginBill,
  choose,
  drop,
  fillBill,
  newContractor,
  pdf,
  portal,
  SUBMIT,
  sentFiles,
} from '../../../../../test/contractor.ts'

const WRONG_TYPE = "This isn't a PDF, PNG or JPEG file. Choose another one."
const { amount, cancel, file, form, number, row, submit } = portal
const says = (text: string | RegExp) => expect.element(form).toMatchTextContent(text)
const remove = (name: string) => form.getByRole('button', { name: `Remove ${name}` })
const list = form.getByRole('list', { name: 'Files' })
const items = () => list.getByRole('listitem').elements()
const names = () => items().map((item) => item.querySelector('strong')?.textContent)

it('refuses a file that is too large, empty, of another type or disguised', async () => {
  await beginBill(newContractor(), {
    answers: {
      [SUBMIT]: refuse(400, { error: WRONG_TYPE, code: 'file_type_refused', field: 'file' }),
    },
  })
  choose(file.element(), pdf('fine.pdf'))
  await says('fine.pdf')
  choose(file.element(), pdf('large.pdf', new Uint8Array(FILE_BYTES_MAX + 1)))
  await says('large.pdf: File size must be less than 10MB')
  await says('fine.pdf')
  await expect.element(file).toHaveValue('')
  await remove('fine.pdf').click()
  choose(file.element(), pdf('empty.pdf', ''))
  await says('This file is empty. Choose another one.')
  choose(file.element(), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
  await says(WRONG_TYPE)

  // Only the server can detect this one.
  await fillBill('DISGUISE')
  choose(file.element(), pdf('really-html.pdf', '<html><script>1</script></html>'))
  await says('really-html.pdf')
  await expect.element(form).not.toMatchTextContent(WRONG_TYPE)
  await submit.click()
  await says(WRONG_TYPE)
  await expect.element(amount).toHaveValue('1250.50')
  await expect.element(number).toHaveValue('DISGUISE')
})

it('has several files, and the first one is the invoice', async () => {
  const opened = await beginBill(newContractor(), { answers: { [SUBMIT]: acceptBill } })
  choose(file.element(), pdf('hotel.pdf'), pdf('invoice.pdf'))
  await expect.poll(names).toEqual(['hotel.pdf', 'invoice.pdf'])
  expect(items()[0]?.textContent).toContain('Invoice')
  expect(items()[1]?.textContent).toContain('Attachment')
  await says(/2 files, \d+ kB/)
  await form.getByRole('button', { name: 'Use invoice.pdf as invoice' }).click()
  await expect.poll(names).toEqual(['invoice.pdf', 'hotel.pdf'])
  choose(file.element(), pdf('half.pdf', new Uint8Array(FILE_BYTES_MAX)))
  await says('half.pdf: Together, your files must be less than 10MB.')
  choose(file.element(), pdf('receipt.pdf'))
  await expect.poll(names).toEqual(['invoice.pdf', 'hotel.pdf', 'receipt.pdf'])
  // The second click is on the next file.
  await remove('hotel.pdf').dblClick()
  await expect.poll(names).toEqual(['invoice.pdf', 'receipt.pdf'])
  await fillBill('WITH-RECEIPT')
  await submit.click()
  await expect.element(row('WITH-RECEIPT')).toBeVisible()
  const { body } = opened.sent.findLast(({ name }) => name === SUBMIT) ?? {}
  expect(sentFiles(body)).toEqual(['invoice.pdf', 'receipt.pdf'])
})

it('takes a dropped file, shows the progress of its upload, and stops it', async () => {
  const sending = held(acceptBill)
  const opened = await beginBill(newContractor(), { answers: { [SUBMIT]: sending.answer } })
  await expect.element(form).toBeVisible()
  drop(file.element(), pdf('dropped.pdf'))
  await says('dropped.pdf')
  await remove('dropped.pdf').click()
  await expect.element(form).not.toMatchTextContent('dropped.pdf')
  await expect.element(file).toHaveFocus()
  // Dropping a file beside the field must not leave the page.
  const beside = page.getByRole('heading', { level: 1 }).element()
  expect(drop(beside, pdf('beside.pdf')).defaultPrevented).toBe(true)
  await expect.element(form).not.toMatchTextContent('beside.pdf')

  await fillBill('TEN')
  choose(file.element(), pdf('ten.pdf'))
  await submit.click()
  await expect.element(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await expect.element(form.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await says('Uploading... 45%')
  // Screen readers announce only a few steps.
  const announced = page.getByRole('status').filter({ hasText: 'Uploading 40%' })
  await expect.element(announced).toBeInTheDocument()
  await cancel.click()
  await expect.element(submit).toBeVisible()
  await expect.element(form.getByRole('progressbar')).not.toBeInTheDocument()
  await expect.element(number).toHaveValue('TEN')
  await says('ten.pdf')
  opened.answer({ [SUBMIT]: acceptBill })
  await submit.click()
  await expect.element(row('TEN')).toBeVisible()
})
