// A contractor's session: the link's token, several tabs, a draft that waits, and signing out everywhere.
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import { fillBill, mailTo, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

const KEPT = 'invoice-desk.verification'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test('a link signs in every waiting tab, and signing out of all devices ends every link', async ({
  page,
  context,
  desk,
  newVisitor,
}) => {
  const person = await addContractor(desk)
  const parts = portal(page)
  await page.goto('/submit-invoice')
  await parts.email.fill(person.email)
  await parts.go.click()
  await expect(parts.sent).toBeVisible()
  const link = linkIn(await mailTo(desk, person.email))
  await page.getByRole('button', { name: 'Send Again' }).click()
  const mails = async () => (await desk.mails()).filter(({ to }) => to === person.email).length
  await expect.poll(mails).toBe(2)

  await test.step('the third link requires the human check, which the page passes', async () => {
    const refused = page.waitForResponse('**/api/cup/send-verification')
    await page.getByRole('button', { name: 'Send Again' }).click()
    expect(await (await refused).json()).toMatchObject({ code: 'human_check_required' })
    await expect.poll(mails).toBe(3)
  })

  await test.step('the link opens in another tab, and its token never stays in the URL', async () => {
    const token = new URL(link).searchParams.get('token') ?? ''
    const tab = await context.newPage()
    const addresses: string[] = []
    tab.on('request', (request) => {
      if (request.url().includes('/api/cup/')) addresses.push(tab.url())
    })
    await tab.goto(link)
    await expect(portal(tab).welcome).toContainText(person.vendor)
    await expect(tab).toHaveURL('/submit-invoice')
    expect(token).not.toBe('')
    expect(addresses.join()).not.toContain(token)
    expect(addresses.length).toBeGreaterThan(0)
    const kept = await tab.evaluate((key) => JSON.parse(localStorage[key]), KEPT)
    expect(kept).toEqual({ token, timestamp: expect.any(Number) })
    await tab.close()
    await expect(parts.welcome).toContainText(person.vendor)
  })

  await test.step('a truncated link does not remove the stored token', async () => {
    await page.goto(link.slice(0, -5))
    await expect(parts.alert).toContainText('Invalid token')
    await expect(page).toHaveURL('/submit-invoice')
    await parts.email.fill(` ${person.email.toUpperCase()} `)
    await parts.go.click()
    await expect(parts.welcome).toContainText(person.vendor)
  })

  await test.step('signing out of all devices ends every link', async () => {
    const elsewhere = await newVisitor()
    await elsewhere.goto(link)
    await expect(portal(elsewhere).welcome).toContainText(person.vendor)
    await page.getByRole('button', { name: 'Sign out of all devices' }).click()
    await page.getByRole('button', { name: 'Yes, Sign Out' }).click()
    await expect(page.getByRole('main')).toContainText('You’re signed out on all devices.')
    await page.reload()
    await expect(parts.email).toHaveValue('')
    await elsewhere.reload()
    await expect(portal(elsewhere).alert).toContainText('Invalid token')
  })
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/auth?redirect=%2Fsubmit-invoice')
})

test('a draft waits for a new link, and the browser asks before it is lost', async ({
  page,
  context,
  desk,
}) => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  await openForm(page)
  const { alert, go, sent, form, file, submit, row } = portal(page)
  await fillBill(page, { invoiceNumber: 'WAITS' })
  await file.setInputFiles(pdf('waits.pdf'))
  const opened = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Privacy', exact: true }).click()
  const leave = await opened
  expect(leave.type()).toBe('beforeunload')
  await leave.dismiss()
  await leaving.catch(() => {})

  await page.evaluate(() => localStorage.clear())
  await submit.click()
  await expect(alert).toContainText('Your session has expired. Please verify your email again.')
  await go.click()
  await expect(sent).toBeVisible()
  const tab = await context.newPage()
  await openPortal(tab, desk, person)
  await tab.close()
  await expectKept(page, 'WAITS')
  await expect(form).toContainText('waits.pdf')
  await submit.dblclick()
  await expect(row('WAITS')).toHaveCount(1)
})
