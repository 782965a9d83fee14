// What an approver sees of an invoice: who has approved it, and what its document says.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { refuse } from '../../../../test/answers.ts'
import { approvalDesk, TASK, taskPath, taskWith } from '../../../../test/approval.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { ADMIN, STAFF } from '../../../../test/people.ts'

const approvals = page.getByRole('region', { name: /approvals$/ })
const waitingFor = ({ email, name }: typeof STAFF) => ({
  ...{ because: 'rule' as const, people: [{ email, name }], needed: 1, unavailable: [] },
})
const RULE = { rule: 'Large', needed: 2, isLast: false }

it('names who has to approve, and records an approval that is not the last', async () => {
  const waiting = [waitingFor(STAFF), waitingFor(ADMIN)]
  const task = taskWith('A-1', { approval: { ...RULE, given: [], waiting } })
  const at = '2026-11-03T15:00:00.000Z'
  const refusal = "You've already approved this invoice. Others have to approve it too."
  const half: typeof task = {
    ...task,
    actions: ['reject', 'request_changes'],
    approval: {
      ...RULE,
      given: [{ email: STAFF.email, name: STAFF.name, at }],
      waiting: [waitingFor(ADMIN)],
      refusal,
    },
  }
  let shown = task
  const { sent } = await openPage(taskPath('a-1'), {
    answers: {
      ...approvalDesk().answers,
      [TASK]: ({ action }: { action: string }) => {
        if (action === 'approve') shown = half
        return shown
      },
    },
  })
  await expect.element(approvals).toMatchTextContent(`Waiting for ${STAFF.name}`)
  await expect.element(approvals).toMatchTextContent(`Then ${ADMIN.name}`)
  const add = page.getByRole('button', { name: /^Approve & Add to QB/ })
  await add.click()
  await expect.element(page.getByText('Your approval was recorded: 1 of 2 approvals')).toBeVisible()
  await expect.element(approvals).toMatchTextContent(refusal)
  await expect.element(approvals).toMatchTextContent(`${STAFF.name} approved`)
  // The bill is added with the last approval.
  expect(sent.some(({ name }) => name === 'POST /api/qbo/bill')).toBe(false)
  await expect.element(page.getByText('Not Found in QuickBooks')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Reject/ })).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens()
})

it('marks what the document has, and says what it has instead', async () => {
  const details = {
    amountDiffers: true,
    documentCheck: {
      invoiceNumber: { result: 'agrees' as const, found: undefined },
      amount: { result: 'differs' as const, found: '$710.00' },
      dueDate: { result: 'differs' as const, found: '2026-12-02' },
    },
  }
  await openPage(taskPath('a-1'), { answers: approvalDesk(taskWith('A-1', { details })).answers })
  await expect
    .element(
      page.getByText(
        "We couldn't find this amount in the document. The document's total is $710.00.",
      ),
    )
    .toBeVisible()
  await expect.element(page.getByText('The document says Dec 2, 2026')).toBeVisible()
  await expect.element(page.getByTitle('Matches the document')).toBeVisible()
})

it('says that there is no such invoice', async () => {
  const unknown = refuse(404, { error: 'Unknown task', code: 'task_unknown' })
  await openPage(taskPath('nonsense'), { answers: { ...approvalDesk().answers, [TASK]: unknown } })
  await expect.element(page.getByRole('heading', { name: 'Failed to fetch task' })).toBeVisible()
})
