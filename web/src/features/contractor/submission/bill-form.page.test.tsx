// The form of a bill: its checks, similar bills, drafts, and the end of the session.
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, refuse } from '../../../../test/answers.ts'
import {
  acceptBill,
  answerBills,
  BILLS,
  beginBill,
  billOf,
  choose,
  fillBill,
  newContractor,
  openPortal,
  pdf,
  portal,
  SUBMIT,
  sentField,
  storedToken,
  toast,
} from '../../../../test/contractor.ts'
import { TOKEN_KEY } from '../verification/token-store.ts'

const EXPIRED = 'Your session has expired. Please verify your email again.'
const { alert, amount, bills, cancel, dueDate, email, file, form, newBill, number, row, submit } =
  portal

afterEach(() => void vi.useRealTimers())

const paste = (text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
}

it('shows problems beside each field, accepts a pasted amount, and can be due today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-18T17:00:00Z') })
  const opened = await beginBill(newContractor(), { answers: { [SUBMIT]: acceptBill } })
  await expect.element(form).toMatchTextContent('Invoice Amount *')
  await expect.element(form).toMatchTextContent('Invoice Number *')
  await expect.element(form).toMatchTextContent('Due Date *')
  await expect.element(amount).toHaveAttribute('step', '0.01')
  await expect.element(amount).toHaveAttribute('min', '0.01')
  await expect.element(amount).toBeRequired()
  await expect.element(number).toBeRequired()
  await expect.element(dueDate).toHaveAttribute('min', '2026-11-18')
  await expect.element(file).toHaveAttribute('accept', '.pdf,.png,.jpg,.jpeg,.heic,.heif')
  await expect.element(file).toHaveFocus()

  await submit.click()
  await expect.element(form).toMatchTextContent('Please enter an amount, such as 1250.00.')
  await expect.element(form).toMatchTextContent('This is required.')
  await expect.element(form).toMatchTextContent('Choose a date.')
  await expect.element(amount).toHaveFocus()
  choose(file.element(), pdf('empty.pdf', ''))
  await expect.element(form).toMatchTextContent('This file is empty.')
  await expectAccessibleOnAllScreens('form with problems', dueDate)
  await amount.fill('5')
  await submit.click()
  await expect.element(number).toHaveFocus()

  await amount.fill('1.250,50')
  await userEvent.tab()
  await expect.element(form).toMatchTextContent('with a period before the cents')
  await fillBill('DUE-1', '2026-11-17')
  await amount.fill('12.345')
  await submit.click()
  await expect.element(form).toMatchTextContent('The amount can have at most two decimals.')
  await expect.element(form).toMatchTextContent("The due date can't be in the past.")

  await amount.fill('')
  paste('$1,250.50 ')
  await expect.element(amount).toHaveValue('1250.50')
  await dueDate.fill('2026-11-18')
  await submit.click()
  await expect.element(row('DUE-1')).toMatchTextContent('$1,250.50')
  await expect.poll(() => toast()?.textContent).toBe('Invoice submitted successfully!')
  expect(toast()?.getAttribute('role')).toBe('status')
  await expect.element(page.getByRole('heading', { name: 'Your Bills' })).toHaveFocus()
  const { body } = opened.sent.findLast(({ name }) => name === SUBMIT) ?? {}
  expect(sentField(body, 'dueDate')).toBe('2026-11-18')
  await newBill.click()
  for (const field of [amount, number, dueDate]) await expect.element(field).toHaveValue('')
  await expect.element(form).toMatchTextContent('Choose a file')
})

it('refuses a repeated bill beside its number, and asks about similar ones', async () => {
  const error = 'Invoice TWICE for $1,250.50 was already submitted on Mar 2, 2026.'
  const similar = (because: 'same_number' | 'same_file') =>
    refuse(409, {
      error: 'Similar',
      code: 'similar_bill',
      bills: [
        {
          ...{ invoiceNumber: `TWICE-${'9'.repeat(60)}`, amount: 1250.5, status: 'received' },
          ...{ dateCreated: Date.parse('2026-03-02T15:00:00Z'), because },
        },
      ],
    })
  const opened = await beginBill(newContractor(), {
    answers: { [SUBMIT]: refuse(409, { error, code: 'bill_exists', field: 'invoiceNumber' }) },
  })
  await fillBill('twice')
  await submit.click()
  await expect.element(number).toHaveAccessibleDescription(error)
  await expect.element(number).toHaveFocus()
  await expect.element(number).toHaveValue('twice')
  await expect.element(amount).toHaveValue('1250.50')

  const dialog = page.getByRole('dialog', { name: 'Is this a different invoice?' })
  opened.answer({ [SUBMIT]: similar('same_number') })
  await submit.click()
  await expect.element(dialog).toMatchTextContent('TWICE')
  await expect.element(dialog).toMatchTextContent('$1,250.50')
  await expect.element(dialog).toMatchTextContent('The same invoice number')
  await expectAccessibleOnAllScreens('similar bill', dueDate)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(submit).toHaveFocus()
  await expect.element(amount).toHaveValue('1250.50')
  await expect.element(number).toHaveValue('twice')

  opened.answer({ [SUBMIT]: similar('same_file') })
  await submit.click()
  await expect.element(dialog).toMatchTextContent('The same file')
  opened.answer({ [SUBMIT]: acceptBill })
  await dialog.getByRole('button', { name: 'Yes, Submit It' }).click()
  await expect.element(row('twice')).toBeVisible()
  const tries = opened.sent.filter(({ name }) => name === SUBMIT)
  expect(tries.map(({ body }) => sentField(body, 'confirmDuplicate'))).toEqual([
    ...[undefined, undefined, undefined, 'true'],
  ])
})

it('keeps the form when the session ends, and a double click submits it once', async () => {
  const person = newContractor()
  const opened = await beginBill(person, {
    answers: {
      [SUBMIT]: refuse(401, { error: 'Token has expired', code: 'token_expired' }),
      [`POST ${sendVerification.path}`]: { message: 'Sent' },
    },
  })
  const submissions = () => opened.sent.filter(({ name }) => name === SUBMIT).length
  await fillBill('WAITS')
  choose(file.element(), pdf('waits.pdf'))
  await submit.click()
  await expect.element(alert).toMatchTextContent(EXPIRED)
  await expect.element(alert).toMatchTextContent('We kept what you entered.')
  await expect.element(portal.welcome).not.toBeInTheDocument()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  await expect.element(email).toHaveValue(person.email)

  // The new link is opened in another tab.
  localStorage.setItem(TOKEN_KEY, storedToken('new-token')[TOKEN_KEY] ?? '')
  window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }))
  await expect.element(amount).toHaveValue('1250.50')
  await expect.element(number).toHaveValue('WAITS')
  await expect.element(dueDate).toHaveValue('2030-01-31')
  await expect.element(form).toMatchTextContent('waits.pdf')
  const sending = held(acceptBill)
  const list = answerBills([billOf({ invoiceNumber: 'WAITS' })])
  opened.answer({ [SUBMIT]: sending.answer, [BILLS]: list })
  await submit.dblClick()
  sending.release()
  await expect.element(row('WAITS')).toBeVisible()
  expect(submissions()).toBe(2)

  await newBill.click()
  await fillBill('GONE')
  localStorage.clear()
  await submit.click()
  await expect.element(alert).toMatchTextContent(EXPIRED)
  expect(submissions()).toBe(2)
})

it('keeps a draft for its email, and asks only before the draft would be lost', async () => {
  const person = newContractor()
  await beginBill(person)
  const clear = form.getByRole('button', { name: 'Clear' })
  const asksBeforeLeaving = () =>
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asksBeforeLeaving()).toBe(false)
  await number.fill('HALF')
  await expect.element(clear).not.toBeInTheDocument()
  choose(file.element(), pdf('half.pdf'))
  await expect.element(form).toMatchTextContent('half.pdf')
  expect(asksBeforeLeaving()).toBe(true)

  await cancel.click()
  await expect.element(page.getByRole('heading', { name: 'Your Bills' })).toHaveFocus()
  expect(asksBeforeLeaving()).toBe(false)
  await newBill.click()
  await expect.element(form).toMatchTextContent('We saved what you entered earlier.')
  await expect.element(form).toMatchTextContent('half.pdf')

  await portal.changeEmail.click()
  await expect.element(email).toHaveValue('')
  await openPortal(newContractor())
  await newBill.click()
  await expect.element(number).toHaveValue('')
  await openPortal(person)
  await expect.element(bills).toBeVisible()
  await newBill.click()
  await expect.element(number).toHaveValue('HALF')
  await clear.click()
  await expect.element(clear).not.toBeInTheDocument()
  await expect.element(number).toHaveValue('')
  await cancel.click()
  await newBill.click()
  await expect.element(number).toHaveValue('')
})
