// A contractor follows an invoice after submitting it: its timeline, changes, withdrawal, search and export.
import { readFile } from 'node:fs/promises'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { asStaff, decide, openPortal, portal } from '../support/contractor.ts'
import { expect, test } from '../support/test.ts'

test('a contractor follows invoices, changes one and withdraws it', async ({ page, desk }) => {
  const person = await addContractor(desk)
  const paid = await addBill(desk, person, { invoiceNumber: 'PAID-1', amount: '123.45' })
  await decide(desk, paid, { action: 'approve' })
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', {
    ...{ taskId: paid, action: 'mark_paid', paidDate: '2026-11-02', reference: 'Check 1042' },
  })
  await addBill(desk, person, { invoiceNumber: 'OPEN-1', amount: '500' })
  await openPortal(page, desk, person)
  const { amount, table } = portal(page)
  const openBill = async (number: string) => {
    await page.getByRole('button', { name: number, exact: true }).click()
    return page.getByRole('dialog', { name: `Invoice ${number}`, exact: true })
  }

  await test.step('the timeline of a paid invoice ends with its payment', async () => {
    const dialog = await openBill('PAID-1')
    const steps = dialog.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    await expect(steps).toHaveText([/^Received/, /^Sent for approval/, /^Approved/, /^Paid/])
    await expect(dialog).toContainText('Payment date Nov 2, 2026, reference Check 1042')
    await page.keyboard.press('Escape')
  })

  await test.step('an open invoice can be changed', async () => {
    const dialog = await openBill('OPEN-1')
    await dialog.getByRole('link', { name: 'Change invoice' }).click()
    await expect(amount).toHaveValue('500.00')
    await amount.fill('450')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Invoice changed.')).toBeVisible()
    await expect(page.getByRole('row', { name: /OPEN-1.*\$450\.00/ })).toBeVisible()
  })

  await test.step('and withdrawn', async () => {
    const dialog = await openBill('OPEN-1')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await page.getByRole('button', { name: 'Yes, withdraw' }).click()
    await expect(dialog.getByRole('list', { name: 'Timeline' })).toContainText('Withdrawn')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(table('Withdrawn')).toContainText('OPEN-1')
  })

  await test.step('search and export', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('123.45')
    await expect(page.getByRole('button', { name: 'OPEN-1', exact: true })).toHaveCount(0)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain('PAID-1,Paid,')
  })
})
