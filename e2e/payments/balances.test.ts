// Balances that have changed since the search.
import { addCustomer, bookedFor, fillAll, openInvoice, pay } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test('goes on from new balances, and keeps everything else that was entered', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 409/)
  const customer = await addCustomer(desk, 300, 50, 20)
  const [grown, paid, same] = customer.invoices
  if (!grown || !paid || !same) throw new Error('No invoices were created')
  await openInvoice(page, grown)
  const parts = pay(page)
  await parts.selectAll.check()
  await parts.amount(same.number).fill('15')
  await fillAll(page)
  await customer.changeTotal(grown, 340)
  await customer.addPayment({}, [paid, 50])
  await parts.pay.click()
  await expect(parts.row(grown.number)).toContainText('This balance changed. It is now $340.00.')
  await expect(parts.row(paid.number)).toContainText('This invoice has already been paid.')
  await expect(parts.row(same.number)).not.toContainText('This balance changed')
  await expect(parts.pay).toHaveText('Pay $355.00')
  await expect(parts.customer).toContainText('$360.00')

  await parts.amount(grown.number).fill('300')
  await parts.pay.click()
  await expect(parts.success).toBeVisible()
  await expect(parts.paid('$315.00')).toBeVisible()
  const booked = await bookedFor(desk, customer.name, 2)
  expect(booked.map(({ TotalAmt }) => TotalAmt).sort()).toEqual([315, 50])
  await expect(parts.stillOpen).toContainText('$40.00')
})
