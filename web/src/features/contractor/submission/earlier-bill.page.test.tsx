// The form of an earlier bill: corrected after a request, changed before a decision, or submitted again.
import { resubmitInvoice } from '@invoice-desk/contract/contractor/submission'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { refuse } from '../../../../test/answers.ts'
import {
  acceptBill,
  answerBills,
  BILLS,
  billOf,
  newContractor,
  openPortal,
  portal,
  SUBMIT,
  sentField,
  toast,
} from '../../../../test/contractor.ts'

const RESUBMIT = `POST ${resubmitInvoice.path}`
const FILE_ID = '5b6e4b8e-6a55-4f0e-9a57-000000000001'
const files = [{ id: FILE_ID, name: 'invoice.pdf', bytes: 2_048, url: 'https://desk.example/f' }]
const { amount, number, row, submit, table } = portal

const requested = billOf({
  status: 'changes_requested',
  invoiceNumber: 'FIX-ME',
  amount: 120,
  requestedChanges: 'We agreed on $95.',
  isCorrectable: true,
  isEditable: true,
  version: 2,
  files,
})

it('corrects a bill, also if other changes were requested in the meantime', async () => {
  const opened = await openPortal(newContractor(), { bills: [requested] })
  await page.getByRole('link', { name: 'Correct and resubmit: FIX-ME' }).click()
  const form = page.getByRole('form', { name: 'Correct and resubmit' })
  await expect.element(form).toMatchTextContent('We agreed on $95.')
  await expect.element(form).toMatchTextContent('invoice.pdf')
  await expect.element(amount).toHaveValue('120.00')
  await expect.element(number).toHaveValue('FIX-ME')
  await expectAccessibleOnAllScreens('correction', portal.dueDate)
  await amount.fill('95')

  const error = 'We requested other changes in the meantime.'
  const later = { ...requested, version: 4, requestedChanges: 'Still $95, please.' }
  opened.answer({
    [RESUBMIT]: refuse(409, { error, code: 'changed_meanwhile' }),
    [BILLS]: answerBills([later]),
  })
  const send = page.getByRole('button', { name: 'Resubmit Invoice' })
  await send.click()
  await expect.element(form).toMatchTextContent(error)
  await expect.element(form).toMatchTextContent('Still $95, please.')
  await expect.element(amount).toHaveValue('95')
  const { requestedChanges: _, ...rest } = later
  const corrected = { ...rest, status: 'received', isCorrectable: false, amount: 95 } as const
  opened.answer({
    [RESUBMIT]: { message: 'Done', bill: corrected },
    [BILLS]: answerBills([corrected]),
  })
  await send.click()
  await expect.poll(() => toast()?.textContent).toBe('Invoice resubmitted successfully!')
  await expect.element(row('FIX-ME')).toMatchTextContent('$95.00')
  await expect.element(table('Changes requested')).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe('/submit-invoice')
  const sent = opened.sent.filter(({ name }) => name === RESUBMIT)
  expect(sent.map(({ body }) => sentField(body, 'version'))).toEqual(['2', '4'])
  expect(sentField(sent[1]?.body, 'files')).toBe(FILE_ID)
})

it('opens from its link until the decision, and says why not after that', async () => {
  const open = billOf({ invoiceNumber: 'OPEN-1', isEditable: true, amount: 500 })
  const decided = billOf({ invoiceNumber: 'LATE-1', status: 'approved' })
  const path = `/submit-invoice?bill=${open.id}`
  await openPortal(newContractor(), { bills: [open], path })
  await expect.element(page.getByRole('form', { name: 'Change invoice' })).toBeVisible()
  await expect.element(amount).toHaveValue('500.00')
  await openPortal(newContractor(), {
    bills: [decided],
    path: `/submit-invoice?bill=${decided.id}`,
  })
  await expect
    .element(portal.bills)
    .toMatchTextContent("You can't change invoice LATE-1 here. Its status is Approved.")
})

it('submits a rejected bill again with its file', async () => {
  const rejected = billOf({
    status: 'rejected',
    invoiceNumber: 'AGAIN',
    amount: 95,
    rejectReason: 'Not our order.',
    files,
  })
  const opened = await openPortal(newContractor(), {
    bills: [rejected],
    answers: { [SUBMIT]: acceptBill },
  })
  await page.getByRole('link', { name: 'Submit again: AGAIN' }).click()
  const form = page.getByRole('form', { name: 'Submit again' })
  await expect.element(form).toMatchTextContent('Not our order.')
  await expect.element(form).toMatchTextContent('invoice.pdf')
  await expect.element(form).toMatchTextContent('sent earlier')
  await expect.element(amount).toHaveValue('95.00')
  await submit.click()
  await expect.poll(() => toast()?.textContent).toBe('Invoice submitted successfully!')
  const { body } = opened.sent.findLast(({ name }) => name === SUBMIT) ?? {}
  expect(sentField(body, 'files')).toBe(FILE_ID)
})
