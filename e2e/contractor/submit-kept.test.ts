// Failed submissions keep the input and never create a second bill.
import type { Page } from '@playwright/test'
import { fillBill, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { beginBill, expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

const SUBMIT = '**/api/cup/submit-invoice'
const EXPIRED = 'Your session has expired. Please verify your email again.'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

/** The submissions sent from now on. */
const watchSubmissions = (page: Page): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/cup/submit-invoice')) sent.push(request.url())
  })
  return sent
}

test('a failed submission keeps the input, and a retry creates one bill', async ({
  page,
  desk,
  context,
}) => {
  await beginBill(page, desk)
  const { alert, toast, form, file, submit, bills, row } = portal(page)
  await fillBill(page, { invoiceNumber: 'KEPT' })
  await file.setInputFiles(pdf('kept.pdf'))

  await test.step('the server cannot be reached', async () => {
    await context.setOffline(true)
    await submit.click()
    await expect(alert.first()).toBeVisible()
    await expectKept(page, 'KEPT')
    await context.setOffline(false)
  })

  await test.step('the server fails, and its message is shown in the form and as a toast', async () => {
    await page.route(SUBMIT, (route) =>
      route.fulfill({ status: 500, json: { error: 'The disk is full', code: 'submit_failed' } }),
    )
    await submit.click()
    await expect(form.getByRole('alert')).toHaveText('The disk is full')
    await expect(toast).toHaveText('The disk is full')
    await expectKept(page, 'KEPT')
    await page.unroute(SUBMIT)
  })

  await test.step('the bill is stored, but the answer is lost', async () => {
    // The button must stay under the pointer, and no link may move there.
    const place = await submit.boundingBox()
    const terms = await form.getByRole('link', { name: 'Terms of Service' }).boundingBox()
    expect(terms?.y).toBeLessThan((place?.y ?? 0) + (place?.height ?? 0))
    let isInPlace = false
    await page.route(SUBMIT, async (route) => {
      const { y } = (await form.getByRole('button', { name: 'Submitting' }).boundingBox()) ?? {}
      isInPlace = y === place?.y
      await route.fetch()
      await route.abort()
    })
    await submit.click()
    await expect(alert.filter({ hasText: 'Failed to submit invoice' })).toContainText(
      "It's safe to submit it again: you won't create a second bill.",
    )
    await expect(toast).toHaveText('Failed to submit invoice')
    expect(isInPlace).toBe(true)
    await expectKept(page, 'KEPT')
    await expect(form).toContainText('kept.pdf')
    await page.unroute(SUBMIT)
  })

  await submit.click()
  await expect(bills).toContainText('Total $1,250.50 · 1 bill')
  await expect(row('KEPT')).toHaveCount(1)
})

test('keeps the form when the session ends, and a double click submits it once', async ({
  page,
  context,
  desk,
}) => {
  const person = await beginBill(page, desk)
  const { alert, welcome, go, sent, form, file, number, submit, row } = portal(page)
  await fillBill(page, { invoiceNumber: 'WAITS' })
  await file.setInputFiles(pdf('waits.pdf'))
  await page.route(SUBMIT, (route) =>
    route.fulfill({ status: 401, json: { error: 'Token has expired', code: 'token_expired' } }),
  )
  await submit.click()
  await expect(alert).toContainText(EXPIRED)
  await expect(welcome).toBeHidden()
  expect(await page.evaluate(() => localStorage['invoice-desk.verification'])).toBeUndefined()
  await page.unroute(SUBMIT)

  await go.click()
  await expect(sent).toBeVisible()
  const tab = await context.newPage()
  await openPortal(tab, desk, person)
  await tab.close()
  await expectKept(page, 'WAITS')
  await expect(form).toContainText('waits.pdf')
  const submissions = watchSubmissions(page)
  await submit.dblclick()
  await expect(row('WAITS')).toHaveCount(1)
  expect(submissions).toHaveLength(1)

  await test.step('nothing is sent when the browser has lost the token', async () => {
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'GONE' })
    await expect(number).toHaveValue('GONE')
    await page.evaluate(() => localStorage.clear())
    await submit.click()
    await expect(alert).toContainText(EXPIRED)
    expect(submissions).toHaveLength(1)
  })
})

test('keeps a draft for its email, and asks only before the draft would be lost', async ({
  page,
  desk,
}) => {
  const person = await beginBill(page, desk)
  const { email, changeEmail, number, file, cancel, form, bills, newBill } = portal(page)
  const clear = form.getByRole('button', { name: 'Clear' })
  await number.fill('HALF')
  await expect(clear).toBeHidden()
  await file.setInputFiles(pdf('half.pdf'))

  const opened = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Privacy', exact: true }).click()
  const leave = await opened
  expect(leave.type()).toBe('beforeunload')
  await leave.dismiss()
  await leaving.catch(() => {})
  await expect(number).toHaveValue('HALF')

  await cancel.click()
  await expect(page.getByRole('heading', { name: 'Your Bills' })).toBeFocused()
  await newBill.click()
  await expect(form).toContainText('We saved what you entered earlier.')
  await expect(form).toContainText('half.pdf')

  await changeEmail.click()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('')
  await openPortal(page, desk, person)
  await expect(bills).toBeVisible()
  await openForm(page)
  await expect(number).toHaveValue('HALF')

  await clear.click()
  await expect(clear).toBeHidden()
  await expect(number).toHaveValue('')
  await cancel.click()
  await openForm(page)
  await expect(number).toHaveValue('')
})
