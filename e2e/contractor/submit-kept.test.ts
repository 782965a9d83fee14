// Nothing that was typed is lost, and nothing is submitted twice.
import { fillBill, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { beginBill, expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test.describe('nothing is lost', () => {
  test('when the server is out of reach, and one bill is made once it is back', async ({
    page,
    desk,
    context,
  }) => {
    await beginBill(page, desk)
    await fillBill(page, { invoiceNumber: 'OFFLINE' })
    await portal(page).file.setInputFiles(pdf('kept.pdf'))
    await context.setOffline(true)
    await portal(page).submit.click()
    await expect(portal(page).alert.first()).toBeVisible()
    await expectKept(page, 'OFFLINE')
    await expect(portal(page).form).toContainText('kept.pdf')
    await context.setOffline(false)
    await portal(page).submit.click()
    await expect(portal(page).row('OFFLINE')).toHaveCount(1)
  })

  test('when the answer is: the same submission again makes no second bill', async ({
    page,
    desk,
  }) => {
    await beginBill(page, desk)
    await fillBill(page, { invoiceNumber: 'LOST' })
    await page.route('**/api/cup/submit-invoice', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await portal(page).submit.click()
    await expect(portal(page).alert.filter({ hasText: 'Failed to submit invoice' })).toContainText(
      'submitting it again cannot make a second bill',
    )
    await expect(portal(page).toast).toHaveText('Failed to submit invoice')
    await expectKept(page, 'LOST')
    await page.unroute('**/api/cup/submit-invoice')
    await portal(page).submit.click()
    await expect(portal(page).bills).toContainText('Total $1,250.50 · 1 bill')
    await expect(portal(page).row('LOST')).toHaveCount(1)
  })

  test('when the server fails: its text is shown in place and as a toast', async ({
    page,
    desk,
  }) => {
    await beginBill(page, desk)
    await fillBill(page, { invoiceNumber: 'FAILS' })
    await page.route('**/api/cup/submit-invoice', (route) =>
      route.fulfill({ status: 500, json: { error: 'The disk is full', code: 'submit_failed' } }),
    )
    await portal(page).submit.click()
    await expect(portal(page).form.getByRole('alert')).toHaveText('The disk is full')
    await expect(portal(page).toast).toHaveText('The disk is full')
    await expectKept(page, 'FAILS')
  })

  test('by a double click: one bill', async ({ page, desk }) => {
    await beginBill(page, desk)
    await fillBill(page, { invoiceNumber: 'DOUBLE' })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/submit-invoice')) sent.push(request.url())
    })
    await portal(page).submit.dblclick()
    await expect(portal(page).row('DOUBLE')).toHaveCount(1)
    expect(sent).toHaveLength(1)
  })

  test('when the session ends: the form waits for the new link', async ({
    page,
    context,
    desk,
  }) => {
    const person = await beginBill(page, desk)
    await fillBill(page, { invoiceNumber: 'WAITS' })
    await portal(page).file.setInputFiles(pdf('waits.pdf'))
    for (const [code, error] of [
      ['token_missing', 'No token provided'],
      ['token_invalid', 'Invalid token'],
      ['token_expired', 'Token has expired'],
    ]) {
      await page.route('**/api/cup/submit-invoice', (route) =>
        route.fulfill({ status: 401, json: { error, code } }),
      )
      await portal(page).submit.click()
      await expect(portal(page).alert).toContainText(
        'Your session has expired. Please verify your email again.',
      )
      await expect(portal(page).welcome).toBeHidden()
      expect(await page.evaluate(() => localStorage['invoice-desk.verification'])).toBeUndefined()
      await page.unroute('**/api/cup/submit-invoice')

      await portal(page).go.click()
      await expect(portal(page).sent).toBeVisible()
      const tab = await context.newPage()
      await openPortal(tab, desk, person)
      await tab.close()
      await expectKept(page, 'WAITS')
      await expect(portal(page).form).toContainText('waits.pdf')
    }
    await portal(page).submit.click()
    await expect(portal(page).row('WAITS')).toBeVisible()
  })

  test('a token that is gone from the browser ends the session before anything is sent', async ({
    page,
    desk,
  }) => {
    await beginBill(page, desk)
    await fillBill(page, { invoiceNumber: 'GONE' })
    await page.evaluate(() => localStorage.clear())
    await portal(page).submit.click()
    await expect(portal(page).alert).toContainText(
      'Your session has expired. Please verify your email again.',
    )
  })

  test('by leaving: a half-filled form asks first', async ({ page, desk }) => {
    await beginBill(page, desk)
    const { number, cancel, form, firstBill } = portal(page)
    await cancel.click()
    await expect(firstBill).toBeVisible()
    await openForm(page)
    await number.fill('HALF')
    await cancel.click()
    const dialog = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(number).toHaveValue('HALF')

    const asked = page.waitForEvent('dialog')
    const leaving = page.getByRole('link', { name: 'Privacy', exact: true }).click()
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await leaving.catch(() => {})
    await expect(form).toBeVisible()
    await expect(number).toHaveValue('HALF')
  })
})
