// Submissions that fail keep the input, say why, and are safe to repeat.
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import {
  acceptBill,
  beginBill,
  choose,
  fillBill,
  newContractor,
  pdf,
  portal,
  SUBMIT,
  toast,
} from '../../../../test/contractor.ts'

const { alert, amount, dueDate, file, form, number, row, submit } = portal

const expectKept = async (invoiceNumber: string) => {
  await expect.element(amount).toHaveValue('1250.50')
  await expect.element(number).toHaveValue(invoiceNumber)
  await expect.element(dueDate).toHaveValue('2030-01-31')
}

it('keeps the input, and a retry is the same submission', async () => {
  const invoiceNumber = `KEPT-${'9'.repeat(60)}`
  const name = `${'long-name-'.repeat(12)}.pdf`
  const opened = await beginBill(newContractor(), {
    answers: { [SUBMIT]: refuse(500, { error: 'The disk is full', code: 'submit_failed' }) },
  })
  await fillBill(invoiceNumber)
  choose(file.element(), pdf(name))
  await submit.click()
  await expect.element(form.getByRole('alert')).toHaveTextContent('The disk is full')
  await expect.poll(() => toast()?.textContent).toBe('The disk is full')
  await expectKept(invoiceNumber)
  await expectAccessibleOnAllScreens('filled form after a failed submission', dueDate)

  // The button must stay under the pointer, and no link may move there.
  const place = submit.element().getBoundingClientRect()
  const terms = form.getByRole('link', { name: 'Terms of Service' }).element()
  expect(terms.getBoundingClientRect().y).toBeLessThan(place.bottom)
  const sending = held(lost)
  opened.answer({ [SUBMIT]: sending.answer })
  await submit.click()
  const submitting = form.getByRole('button', { name: 'Submitting...' })
  await expect.element(submitting).toBeVisible()
  expect(submitting.element().getBoundingClientRect().y).toBe(place.y)
  sending.release()
  const failed = alert.filter({ hasText: 'Failed to submit invoice' })
  await expect
    .element(failed)
    .toMatchTextContent("It's safe to submit it again: you won't create a second bill.")
  await expect.poll(() => toast()?.textContent).toBe('Failed to submit invoice')
  await expectKept(invoiceNumber)
  await expect.element(form).toMatchTextContent(name)

  opened.answer({ [SUBMIT]: acceptBill })
  await submit.click()
  await expect.element(row(invoiceNumber)).toBeVisible()
  const keys = opened.sent
    .filter((request) => request.name === SUBMIT)
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[0]).toBeTruthy()
})

it('reports a human check that fails, and passes it on retry', async () => {
  const opened = await beginBill(newContractor(), { answers: { [SUBMIT]: acceptBill } })
  await fillBill('HUMAN')
  await expect.poll(() => globalThis.grecaptcha).toBeDefined()
  const { grecaptcha } = globalThis
  if (!grecaptcha) throw new Error('The human check has not loaded.')
  const check = vi.spyOn(grecaptcha, 'execute')
  // Screen readers announce toasts only if the live region exists before them.
  expect(document.querySelector('main ~ [aria-live="polite"]')).not.toBeNull()
  check.mockRejectedValueOnce(new Error('no connection'))
  await submit.click()
  const failed = 'Failed to verify the human check. Please try again.'
  await expect.element(alert.filter({ hasText: failed })).toBeVisible()
  check.mockResolvedValueOnce('')
  await submit.click()
  const robot = 'Failed to verify you are human. Please try again.'
  await expect.element(alert.filter({ hasText: robot })).toBeVisible()
  await expect.poll(() => toast()?.textContent).toBe(robot)
  expect(toast()?.getAttribute('role')).toBe('alert')
  await expectKept('HUMAN')
  expect(opened.sent.filter(({ name }) => name === SUBMIT)).toEqual([])
  check.mockRestore()
  await submit.click()
  await expect.element(row('HUMAN')).toBeVisible()
  await expect.element(page.getByText('Invoice submitted successfully!')).toBeVisible()
})
