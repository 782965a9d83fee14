// What a PDF says is filled in or shown beside the fields, and never replaces what someone typed.
import type { FoundInvoice } from '@invoice-desk/contract/document/read-invoice'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../../test/accessible.ts'
import { beginBill, choose, newContractor, pdf, portal } from '../../../../../test/contractor.ts'

const UNREADABLE = "We couldn't read this file. Please fill in the fields."
const { amount, cancel, dueDate, file, form, newBill, number } = portal
const says = (text: string | RegExp) => expect.element(form).toMatchTextContent(text)
const remove = (name: string) => form.getByRole('button', { name: `Remove ${name}` })

afterEach(() => void vi.unstubAllGlobals())

/** Reads these files at once. Other files take forever. */
const stubReader = (files: Readonly<Record<string, FoundInvoice>>) => {
  class Reader {
    onerror = () => {}
    terminate() {}
    postMessage({ name }: File, [port]: readonly MessagePort[]) {
      const answer = files[name]
      if (answer) port?.postMessage({ answer })
    }
  }
  vi.stubGlobal('Worker', Reader)
}

const FIRST = {
  vendor: 'Acme Studio',
  date: '2030-01-01',
  invoiceNumber: 'AS-2077',
  amountCents: 125_000,
  dueDate: '2030-01-31',
}
const SECOND = { invoiceNumber: 'AS-2078', amountCents: 99_000, dueDate: '2030-02-15' }

it('fills in the form, and another file replaces only what is still marked', async () => {
  stubReader({ 'first.pdf': FIRST, 'second.pdf': SECOND })
  await beginBill(newContractor())
  const marks = form.getByText('From your file')
  choose(file.element(), pdf('first.pdf'))
  await expect.element(amount).toHaveValue('1250.00')
  await expect.element(number).toHaveValue('AS-2077')
  await expect.element(dueDate).toHaveValue('2030-01-31')
  await says('Acme Studio, dated Jan 1, 2030')
  await expect.poll(() => marks.elements().length).toBe(3)
  await expect.element(amount).toHaveAccessibleDescription(/From your file/)
  await expectAccessibleOnAllScreens('filled in from a file', dueDate)
  await form.getByRole('button', { name: 'Confirm Invoice Amount' }).click()
  await expect.element(amount).toHaveFocus()
  await number.fill('')
  await says('Your file says AS-2077')
  await number.fill('AS-2077')
  await expect.poll(() => marks.elements().length).toBe(1)
  // The mark and the file come back with the draft.
  await cancel.click()
  await newBill.click()
  await expect.poll(() => marks.elements().length).toBe(1)

  await remove('first.pdf').click()
  await expect.element(dueDate).toHaveValue('')
  await expect.element(amount).toHaveValue('1250.00')
  await expect.element(number).toHaveValue('AS-2077')
  // Half a date has no value, and neither has a field before the first letter.
  await dueDate.click()
  await userEvent.keyboard('1')
  await number.fill('')
  choose(file.element(), pdf('second.pdf'))
  await says('Your file says 990.00')
  await says('Your file says AS-2078')
  await says('Your file says Feb 15, 2030')
  await expect.element(amount).toHaveValue('1250.00')
  await expect.element(number).toHaveValue('')
  await expect.element(dueDate).toHaveValue('')
  await expectAccessibleOnAllScreens('hints from a file', dueDate)
  await form.getByRole('button', { name: 'Use it for Invoice Amount' }).click()
  await expect.element(amount).toHaveValue('990.00')
  await form.getByRole('button', { name: 'Use it for Due Date' }).click()
  await expect.element(dueDate).toHaveValue('2030-02-15')
})

it('leaves the form to the contractor while a file is read, and if it cannot be read', async () => {
  stubReader({ 'garbage.pdf': {} })
  await beginBill(newContractor())
  choose(file.element(), pdf('garbage.pdf'))
  await says(UNREADABLE)
  await remove('garbage.pdf').click()
  await expect.element(form).not.toMatchTextContent(UNREADABLE)
  choose(file.element(), pdf('slow.pdf'))
  await says('Reading your file...')
  await number.fill('TYPED-1')
  await expect.element(number).toHaveValue('TYPED-1')
  await says('Reading your file...')
})
