// Approving an invoice and adding its bill to QuickBooks: success, similar bills, and what can go wrong.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, refuse } from '../../../../test/answers.ts'
import {
  ADD_BILL,
  approvalDesk,
  billOf,
  EMAIL,
  found,
  LOOKUP,
  MAPPING,
  TASK,
  taskPath,
  taskWith,
  withStatus,
} from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { readyCopy } from '../../../../test/quickbooks.ts'

/** How current our data is, which the page shows if the check failed. */
const COPY = 'GET /api/qbo/copy'
const CHECK_FAILED = { error: 'Failed to check QuickBooks status', code: 'qbo_bill_check_failed' }

const A1 = taskWith('A-1', {
  details: { documents: [{ id: '1', name: 'a-1.png', url: 'data:image/png,', type: 'text/csv' }] },
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const approveAndAdd = button(/^Approve & Add to QB/)
const text = (shown: string | RegExp) => page.getByText(shown).first()
const shows = (shown: string | RegExp) => expect.element(text(shown)).toBeVisible()
const status = (name: string) =>
  expect.element(page.getByText(name, { exact: true }).first()).toBeVisible()

/** The task `a-1` in a page. */
const openTask = async (task = A1, answers = {}) => {
  const desk = approvalDesk(task)
  const open = await openPage(taskPath('a-1'), { answers: { ...desk.answers, ...answers } })
  return { ...desk, ...open }
}

it('adds the bill and approves the invoice, and no one waits for the next check', async () => {
  const { answer, change, act } = await openTask()
  await expect.element(page.getByRole('heading', { name: 'Invoice Details' })).toBeVisible()
  await shows('$1,250.50')
  await shows('Not Found in QuickBooks')
  await expect
    .element(page.getByRole('link', { name: /^a-1\.png/ }))
    .toHaveAttribute('target', '_blank')
  await expectAccessibleOnAllScreens()
  const check = held(found(billOf(A1)))
  answer({
    [LOOKUP]: check.answer,
    [TASK]: (body: unknown) => {
      act(body)
      const actor = 'sam.staff@harborfinch.example'
      const event = { at: '2026-11-03T15:00:00.000Z', actor, action: 'bill_approved' }
      change('a-1', (task) => (task.version > 1 ? { ...task, history: [event] } : task))
      return act({ taskId: 'a-1', action: 'fetch' })
    },
  })
  await approveAndAdd.click()
  await shows('Task approved successfully')
  await shows('Bill created in QuickBooks successfully')
  await status('Approved')
  await expect.element(button(/^Reject/)).toBeEnabled()
  check.release()
  await shows('Exact Match in QuickBooks')
  await expect.element(button(/^(Approve|Add to QuickBooks)/)).not.toBeInTheDocument()
  await expect.element(button('Choose Existing Vendor')).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'approved the invoice' }))
    .toMatchTextContent('sam.staff@harborfinch.example approved the invoice')
})

it.each([
  ['Bill created but not yet visible in QuickBooks. Please refresh in a moment.', found()],
  [
    'Bill created but status check failed. Please refresh to see the latest status.',
    refuse(502, CHECK_FAILED),
  ],
])('checks for the bill that it added: %s', async (toast, result) => {
  const { answer } = await openTask(taskWith('A-1'), { [COPY]: readyCopy(0) })
  await shows('No attachments')
  await shows('Not Found in QuickBooks')
  answer({ [LOOKUP]: result })
  await approveAndAdd.click()
  await shows('Bill created in QuickBooks successfully')
  await shows(toast)
})

it('asks before adding a bill beside a similar one', async () => {
  const { sent } = await openTask(A1, { [LOOKUP]: found(billOf(A1, 1200)) })
  await shows('Similar Bill Found (Different Amount)')
  // Each once. The bill's status says how current it is.
  expect(sent.map(({ name }) => name.replace(/^\w+ /, '')).toSorted()).toEqual([
    '/api/account',
    '/api/cup/approve-invoice',
    '/api/cup/pending-invoices',
    '/api/cup/task-messages',
    '/api/overview/counts',
    '/api/qbo/bill',
    '/api/qbo/bills-to-void',
  ])
  await approveAndAdd.click()
  const question = page.getByRole('group', { name: 'Add this bill too?' })
  await expect
    .element(question)
    .toMatchTextContent(
      'QuickBooks already has bill A-1 for $1,200.00. Add this one for $1,250.50 as well?',
    )
  await expectAccessible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(approveAndAdd).toHaveFocus()
  expect(sent.some(({ name }) => name === ADD_BILL)).toBe(false)
  await userEvent.keyboard('{Enter}')
  await question.getByRole('button', { name: 'Add this bill too' }).click()
  await status('Approved')
  expect(sent.find(({ name }) => name === ADD_BILL)?.body).toMatchObject({
    similarBillIds: ['bill-a-1'],
  })
})

it('approves the invoice with a warning while the connection is invalid', async () => {
  const { sent } = await openTask(A1, {
    [ADD_BILL]: refuse(502, { error: 'Token refresh failed: invalid_grant' }),
  })
  await approveAndAdd.click()
  await shows(
    'QuickBooks connection is invalid. Please reconnect QuickBooks and add the bill later.',
  )
  await status('Approved')
  expect(sent.map(({ body }) => body)).toContainEqual(
    expect.objectContaining({ action: 'approve', postLater: true }),
  )
})

it('can skip the bill while QuickBooks cannot be checked, and checks again on request', async () => {
  const copy = readyCopy(0)
  const { answer } = await openTask(A1, {
    [LOOKUP]: refuse(502, CHECK_FAILED),
    [COPY]: copy,
    'POST /api/qbo/copy': copy,
  })
  await expect.element(text(CHECK_FAILED.error), { timeout: 20_000 }).toBeVisible()
  await expect.element(button('Approve & Skip QB')).toBeEnabled()
  answer({ [LOOKUP]: found() })
  await button('Refresh now').click()
  await shows('Not Found in QuickBooks')
  await shows(/^QuickBooks data as of /)
})

it('leaves the invoice pending when the bill fails, and can add it later', async () => {
  const error = 'Failed to create bill in QuickBooks'
  const { answer, act } = await openTask(A1, {
    [ADD_BILL]: refuse(502, { error, code: 'qbo_bill_failed' }),
  })
  await approveAndAdd.click()
  await shows(/^Failed to create bill in QuickBooks/)
  await status('Received')
  await expectAccessibleOnAllScreens()
  const posting = { state: 'waiting', leftByReject: 'no', isToVoid: false } as const
  answer({ [TASK]: (body: unknown) => ({ ...(act(body) as typeof A1), posting }) })
  await button('Approve and add the bill later').click()
  await shows('Task approved successfully')
  await expect.element(page.getByRole('heading', { name: 'Action' })).toHaveFocus()
  await shows("We're waiting for QuickBooks. We'll add the bill automatically.")
})

it('adds no bill without a mapping or its account, and leads to the form', async () => {
  const mapping = { id: '7', email: EMAIL, vendor: 'Kestrel', qb_bill_account: '', version: 1 }
  const { answer } = await openTask(A1, {
    [MAPPING]: { success: false },
    'GET /api/cup/vendors': {
      ...{ vendors: [mapping], total: 1, page: 1, pageSize: 50, marks: 'known' },
    },
    'GET /api/qbo/list-bill-accounts': [{ id: '1', name: 'Rent', fullyQualifiedName: 'Rent' }],
    'GET /api/qbo/list-vendors': [],
    'GET /api/qbo/copy': { state: 'none', isOld: false },
    'GET /api/saved-views': { views: [] },
    'GET /api/vendors/invitations': { invitations: [], total: 0, toReview: 0 },
  })
  await approveAndAdd.click()
  await expect.element(page.getByRole('main').getByText('Vendor mapping not found')).toBeVisible()
  answer({ [MAPPING]: refuse(500, { error: 'Something went wrong', code: 'internal' }) })
  await approveAndAdd.click()
  await shows('Failed to get vendor information')
  answer({ [MAPPING]: { success: true, vendor: 'Kestrel' } })
  await approveAndAdd.click()
  await shows(
    `The vendor mapping for ${EMAIL} has no bill account. Choose one in Vendor Management, then add the bill.`,
  )
  await status('Received')
  await page.getByRole('link', { name: 'Choose a bill account' }).click()
  await expect
    .element(page.getByRole('form', { name: 'Edit vendor mapping' }).getByLabelText(/^Email/))
    .toHaveValue(EMAIL)
  await expect
    .element(page.getByRole('row').filter({ hasText: EMAIL }))
    .toMatchTextContent('No bill account')
  window.history.back()
  await button('Approve & Skip QB').click()
  await status('Approved')
  await expect.element(button('Add to QuickBooks')).toBeVisible()
})

it('says why the bill of an approved invoice was not added', async () => {
  const refusal = 'The vendor mapping has no bill account. Choose one in Vendor Management.'
  await openTask({
    ...withStatus(A1, 'approved'),
    posting: { state: 'failed', refusal, leftByReject: 'no', isToVoid: false },
  })
  await shows(`The bill wasn't added to QuickBooks. ${refusal}`)
  await expect.element(button('Add to QuickBooks')).toBeVisible()
})
