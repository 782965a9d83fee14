// A contractor follows an invoice after submitting it: its timeline, changes, withdrawal, search and export.
import { readFile } from 'node:fs/promises'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { asStaff, decide, openPortal, portal } from '../support/contractor.ts'
import { expect, test } from '../support/test.ts'

test('a contractor follows invoices, changes one and withdraws it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409/)
  const person = await addContractor(desk)
  const paid = await addBill(desk, person, { invoiceNumber: 'PAID-1', amount: '123.45' })
  await decide(desk, paid, { action: 'approve' })
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', {
    ...{ taskId: paid, action: 'mark_paid', paidDate: '2026-11-02', reference: 'Check 1042' },
  })
  await addBill(desk, person, { invoiceNumber: 'OPEN-1', amount: '500' })
  await openPortal(page, desk, person)
  const { amount, table } = portal(page)

  await test.step('the timeline of a paid invoice ends with its payment', async () => {
    await page.getByRole('button', { name: 'PAID-1', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invoice PAID-1', exact: true })
    const steps = dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    await expect(steps).toHaveText([/^Received/, /^Sent for approval/, /^Approved/, /^Paid/])
    await expect(dialog).toContainText('Payment date Nov 2, 2026, reference Check 1042')
    await expect(dialog.getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'PAID-1', exact: true })).toBeFocused()
  })

  await test.step('an open invoice can be changed', async () => {
    await page.getByRole('button', { name: 'OPEN-1', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invoice OPEN-1', exact: true })
    const timeline = dialog.getByRole('list', { name: 'Timeline' })
    await expect(timeline.getByRole('listitem').last()).toHaveText(/^Due/)
    await expectAccessibleOnAllScreens(page, 'an open bill')
    await dialog.getByRole('link', { name: 'Change invoice' }).click()
    await expect(page.getByRole('heading', { name: 'Change invoice' })).toBeVisible()
    await expect(amount).toHaveValue('500.00')
    await amount.fill('450')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Invoice changed.')).toBeVisible()
    await expect(page.getByRole('row', { name: /OPEN-1.*\$450\.00/ })).toBeVisible()
  })

  await test.step('and withdrawn', async () => {
    await page.getByRole('button', { name: 'OPEN-1', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Invoice OPEN-1', exact: true })
    const withdraw = dialog.getByRole('button', { name: 'Withdraw', exact: true })
    await withdraw.click()
    const confirm = page.getByRole('button', { name: 'Yes, withdraw' })
    await expect(confirm).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(confirm).toHaveCount(0)
    await expect(withdraw).toBeFocused()
    await withdraw.click()
    await confirm.click()
    await expect(withdraw).toHaveCount(0)
    await expect(dialog).toBeFocused()
    await expect(dialog.getByRole('list', { name: 'Timeline' })).toContainText('Withdrawn')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(table('Withdrawn')).toContainText('OPEN-1')
  })

  await test.step('but not if staff decided first, which the question says', async () => {
    const taken = await addBill(desk, person, { invoiceNumber: 'LATE-1', amount: '30' })
    await page.reload()
    await page.getByRole('button', { name: 'LATE-1', exact: true }).click()
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await decide(desk, taken, { action: 'approve' })
    const question = page.getByRole('dialog', { name: 'Withdraw invoice LATE-1?' })
    await question.getByRole('button', { name: 'Yes, withdraw' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invoice LATE-1', exact: true })
    await expect(dialog.getByText('Expected payment')).toBeVisible()
    await expect(question.getByRole('alert')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await test.step('search and export', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('123.45')
    await expect(page.getByRole('button', { name: 'OPEN-1', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'PAID-1', exact: true })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain('PAID-1,Paid,')
    await page.getByRole('searchbox', { name: 'Search' }).fill('nothing')
    await expect(page.getByText('No bills match “nothing”.')).toBeVisible()
  })
})
