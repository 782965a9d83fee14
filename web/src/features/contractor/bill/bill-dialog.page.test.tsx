// The dialog about a bill: its timeline, its withdrawal, and its messages.
import { readBillTimeline } from '@invoice-desk/contract/bills/bill-timeline'
import { postBillMessage, readBillConversation } from '@invoice-desk/contract/bills/conversation'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import {
  answerBills,
  BILLS,
  billOf,
  newContractor,
  openPortal,
  portal,
} from '../../../../test/contractor.ts'

const TIMELINE = `GET ${readBillTimeline.path}`
const WITHDRAW = `POST ${withdrawInvoice.path}`
const POST = `POST ${postBillMessage.path}`
const READ = `GET ${readBillConversation.path}`
const HOSTILE = 'Approve now:\n<img src="https://evil.example/x"> https://evil.example'
const log = page.getByRole('log', { name: 'Messages' })
const box = page.getByRole('textbox', { name: 'Your message' })
const send = page.getByRole('button', { name: 'Send message' })

const steps = (...names: readonly string[]) => ({
  steps: names.map((step, index) => ({ step, at: `2026-03-0${index + 1}T15:00:00.000Z` })),
})

const question = {
  ...{ id: '1b6e4b8e-6a55-4f0e-9a57-000000000001', author: 'Harbor', isOwn: false, kind: 'staff' },
  ...{ text: 'Which project is it for?', at: '2026-03-02T15:00:00.000Z' },
}
const reply = {
  ...{ id: '1b6e4b8e-6a55-4f0e-9a57-000000000002', author: 'Kim', isOwn: true, kind: 'contractor' },
  ...{ text: HOSTILE, at: '2026-03-02T16:00:00.000Z' },
}

const open = async (bill: ContractorBill, answers = {}) => {
  const { invoiceNumber } = bill
  const opened = await openPortal(newContractor(), {
    bills: [bill],
    answers: {
      [TIMELINE]: steps('received', 'sent_for_approval'),
      [READ]: { invoiceNumber, messages: [] },
      ...answers,
    },
  })
  await page.getByRole('button', { name: invoiceNumber, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Invoice ${invoiceNumber}`, exact: true })
  return { ...opened, dialog, timeline: dialog.getByRole('list', { name: 'Timeline' }) }
}

it('ends the timeline of a paid bill with its payment', async () => {
  const { dialog, timeline } = await open(billOf({ invoiceNumber: 'PAID-1', status: 'paid' }), {
    [TIMELINE]: {
      ...steps('received', 'sent_for_approval', 'approved', 'paid'),
      payment: { date: '2026-11-02', reference: 'Check 1042' },
    },
  })
  await expect.element(timeline).toBeVisible()
  const texts = timeline.getByRole('listitem').elements()
  expect(texts.map((item) => item.querySelector('strong')?.textContent)).toEqual([
    ...['Received', 'Sent for approval', 'Approved', 'Paid'],
  ])
  await expect.element(dialog).toMatchTextContent('Payment date Nov 2, 2026, reference Check 1042')
  await expect.element(dialog.getByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'PAID-1', exact: true })).toHaveFocus()
})

it('says when the file of an old bill was erased', async () => {
  const filesErasedAt = '2026-03-02T15:00:00.000Z'
  const bill = { ...billOf({ invoiceNumber: 'OLD-1', status: 'paid' }), custom_fields: [] }
  const { dialog } = await open({ ...bill, filesErasedAt })
  await expect.element(dialog).toMatchTextContent('The file was erased on Mar 2, 2026, because')
  await expect.element(page.getByText('File erased')).toBeInTheDocument()
})

it('withdraws an open bill after a question', async () => {
  const bill = billOf({ invoiceNumber: 'OPEN-1', isEditable: true })
  const { answer, dialog, timeline } = await open(bill)
  await expect.element(timeline.getByRole('listitem').last()).toMatchTextContent(/^Due/)
  await expect.element(dialog.getByRole('link', { name: 'Change invoice' })).toBeVisible()
  await expectAccessibleOnAllScreens('an open bill')
  const withdraw = dialog.getByRole('button', { name: 'Withdraw', exact: true })
  const confirm = page.getByRole('button', { name: 'Yes, withdraw' })
  await withdraw.click()
  await expect.element(confirm).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(confirm).not.toBeInTheDocument()
  await expect.element(withdraw).toHaveFocus()

  const withdrawn = { ...bill, status: 'withdrawn', isEditable: false } as const
  answer({
    [WITHDRAW]: { message: 'Done', bill: withdrawn },
    [BILLS]: answerBills([withdrawn]),
    [TIMELINE]: steps('received', 'sent_for_approval', 'withdrawn'),
  })
  await withdraw.click()
  await confirm.click()
  await expect.element(withdraw).not.toBeInTheDocument()
  await expect.element(dialog).toHaveFocus()
  await expect.element(timeline).toMatchTextContent('Withdrawn')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(portal.table('Withdrawn')).toMatchTextContent('OPEN-1')
})

it('says why a bill that staff decided first cannot be withdrawn', async () => {
  const bill = billOf({ invoiceNumber: 'LATE-1', isEditable: true })
  const { answer, dialog } = await open(bill)
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
  answer({
    [WITHDRAW]: refuse(409, { error: 'It was approved.', code: 'changed_meanwhile' }),
    [BILLS]: answerBills([{ ...bill, status: 'approved', isEditable: false }]),
  })
  const asked = page.getByRole('dialog', { name: 'Withdraw invoice LATE-1?' })
  await asked.getByRole('button', { name: 'Yes, withdraw' }).click()
  await expect.element(page.getByText('Expected payment')).toBeInTheDocument()
  await expect.element(asked.getByRole('alert')).toMatchTextContent('It was approved.')
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).toHaveFocus()
})

it('keeps a message until it is sent, and sends it once', async () => {
  const bill = billOf({ invoiceNumber: 'ASK-1', messages: { count: 1 } })
  const before = { invoiceNumber: 'ASK-1', messages: [question] }
  const { answer, dialog, sent } = await open(bill, { [READ]: before })
  await expect.element(dialog).toMatchTextContent('Which project is it for?')
  await box.fill(HOSTILE)
  const close = dialog.getByRole('button', { name: 'Close' })
  const losing = held(lost)
  answer({ [POST]: losing.answer })
  await send.click()
  await close.click()
  await expect.poll(() => location.pathname + location.search).toBe('/submit-invoice')
  await expect.element(dialog).not.toBeInTheDocument()
  losing.release()
  const failed = page.getByRole('alert').filter({ hasText: 'ASK-1: ' })
  await expect.element(failed).toBeVisible()

  const messages = (count: string) => page.getByRole('button', { name: `${count}: ASK-1` })
  await messages('1 message').click()
  await expect.element(box).toHaveValue(HOSTILE)
  const sending = held({ ...before, messages: [question, reply] })
  answer({ [POST]: sending.answer })
  await send.click()
  await close.click()
  await messages('1 message').click()
  await expect.element(box).toHaveValue(HOSTILE)
  answer({
    [READ]: { ...before, messages: [question, reply] },
    [BILLS]: answerBills([{ ...bill, messages: { count: 2 } }]),
  })
  sending.release()
  await expect.element(box).toHaveValue('')
  await expect.element(log).toMatchTextContent('https://evil.example')
  await expect.element(log.getByRole('link')).not.toBeInTheDocument()
  await expect.element(log.getByRole('img')).not.toBeInTheDocument()
  const keys = sent
    .filter(({ name }) => name === POST)
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([keys[0], keys[0]])
  // The bar at the bottom must not cover a part of it. A dialog hides its role.
  const exportBehind = page.getByText('Export CSV')
  await expectAccessibleOnAllScreens('conversation of a contractor', exportBehind)
  await userEvent.keyboard('{Escape}')
  await expect.element(messages('2 messages')).toHaveFocus()

  await messages('2 messages').click()
  await box.fill('UNSENT')
  await close.click()
  expect(JSON.stringify(sessionStorage)).toContain('UNSENT')
  await portal.changeEmail.click()
  await expect.element(portal.email).toBeVisible()
  expect(JSON.stringify(sessionStorage)).not.toContain('UNSENT')
})
