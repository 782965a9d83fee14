// Writing approval rules: what is missing, the preview, and input that survives a reload.
import type { ApprovalPolicy } from '@invoice-desk/contract/approval/rules'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin, STAFF } from '../../test/people.ts'

const POLICY = 'GET /api/approval-rules'
const SAVE = 'PUT /api/approval-rules'
const VENDOR = 'Kestrel Courier Co.'

const EMPTY: ApprovalPolicy = {
  ...{ rules: [], separatesDuties: true, escalateAfterDays: 3, version: 4 },
  approvers: [
    { email: ADMIN.email, name: ADMIN.name, admin: true },
    { email: STAFF.email, name: STAFF.name, admin: false },
  ],
}
const LARGE = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Large',
  conditions: { vendors: [], isNewSubmitter: false, isDuplicate: false },
  steps: [{ people: [ADMIN.email], needed: 1 }],
}
const PREVIEWED = { id: 'a-1', invoiceNumber: 'A-1', vendor: VENDOR, amount: '$7,100.00' }

const openRules = (policy = EMPTY) => {
  let kept = policy
  return openPage('/approval-rules', {
    as: ADMIN,
    answers: {
      ...asAdmin,
      [POLICY]: () => kept,
      [SAVE]: (body: Partial<ApprovalPolicy>) => {
        kept = { ...kept, ...body, version: kept.version + 1 }
        return kept
      },
      'POST /api/approval-rules/preview': {
        invoices: [{ ...PREVIEWED, dueDate: '2031-12-01', dateCreated: '1' }],
        ...{ total: 1, totalCents: 710_000, taken: 0, pending: 3 },
      },
      'GET /api/qbo/list-vendors': [{ id: '1', name: VENDOR, track1099: false }],
    },
  })
}

const form = page.getByRole('form', { name: /^(New|Edit) rule$/ })
const nameField = form.getByRole('textbox', { name: /^Name/ })
const save = form.getByRole('button', { name: 'Save rule' })

it('adds a rule with two steps, and keeps what was typed after a reload', async () => {
  const { reload, sent } = await openRules()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect.element(nameField).toHaveFocus()
  await save.click()
  await expect.element(form.getByText('Choose at least one person.')).toBeVisible()
  await nameField.fill('Large')
  await form.getByRole('spinbutton', { name: 'Amount from' }).fill('7000')
  await form.getByRole('combobox', { name: 'Vendors' }).fill(VENDOR)
  await userEvent.keyboard('{Enter}')
  await form.getByRole('checkbox', { name: 'Amount not found in the document' }).click()
  await expect.element(form.getByRole('link', { name: 'A-1' })).toBeVisible()
  await form.getByRole('checkbox', { name: ADMIN.name }).click()
  await form.getByRole('button', { name: 'Add a step' }).click()
  await reload()
  await expect.element(page.getByText('We kept what you entered.')).toBeVisible()
  const second = form.getByRole('group', { name: 'Step 2' })
  await expect.element(second.getByRole('checkbox', { name: ADMIN.name })).toBeDisabled()
  await second.getByRole('checkbox', { name: STAFF.name }).click()
  await expectAccessibleOnAllScreens()
  await save.click()
  await expect
    .element(page.getByRole('row').filter({ hasText: 'Large' }))
    .toMatchTextContent(`${ADMIN.name}, then ${STAFF.name}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(sent.find(({ name }) => name === SAVE)?.body).toMatchObject({
    rules: [
      {
        conditions: { amountFromCents: 700_000, vendors: [VENDOR], differsFromDocument: true },
        steps: [{ people: [ADMIN.email] }, { people: [STAFF.email] }],
      },
    ],
  })
})

it('keeps the changes to a rule that someone else has deleted', async () => {
  const { answer, reload } = await openRules({ ...EMPTY, rules: [LARGE] })
  await page.getByRole('button', { name: 'Edit Large' }).click()
  await nameField.fill('Mine')
  answer({ [POLICY]: EMPTY })
  await reload()
  await expect.element(page.getByText(/^Someone else deleted this rule/)).toBeVisible()
  await expect.element(nameField).toHaveValue('Mine')
})

it('saves a changed rule in its place, and no other', async () => {
  const small = { ...LARGE, id: '00000000-0000-4000-8000-000000000002', name: 'Small' }
  const { sent } = await openRules({ ...EMPTY, rules: [LARGE, small] })
  await page.getByRole('button', { name: 'Edit Large' }).click()
  await nameField.fill('Huge')
  await save.click()
  await expect.element(page.getByRole('rowheader', { name: '1. Huge' })).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: '2. Small' })).toBeVisible()
  expect(sent.find(({ name }) => name === SAVE)?.body).toMatchObject({
    rules: [{ ...LARGE, name: 'Huge' }, small],
  })
})

it('deletes a rule after a question', async () => {
  await openRules({ ...EMPTY, rules: [LARGE] })
  await page.getByRole('button', { name: 'Delete Large' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect.element(page.getByText('"Large" was deleted')).toBeVisible()
  await expect.element(page.getByText('No rules yet.')).toBeVisible()
})
