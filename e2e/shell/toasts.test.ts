// A toast covers no controls, whatever the page's layout, and controls beside it can be tapped.
import { addBill, addContractor, getLink } from '@invoice-desk/testing/contractor/contractors'
import type { Locator, Page, Route } from '@playwright/test'
import { fillBill, openForm, portal } from '../support/contractor.ts'
import { STUBBED_PATH, stubInvoices } from '../support/invoice-stubs.ts'
import { stubPayments } from '../support/payment-stubs.ts'
import { fillPayer, pay } from '../support/payments.ts'
import { ADMIN } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import { listOf } from '../support/vendors.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

type Case = {
  readonly path: string
  /** Triggers a toast. */
  readonly raise: () => Promise<unknown>
  /** The control to tap while the toast is visible, in the middle of the screen. */
  readonly control: Locator
}

const FAILING = ['payments/admin/reconcile', 'cup/submit-invoice', 'paypal/create-order']

/** Makes mutations fail with a message of several lines. */
const failCalls = async (page: Page) => {
  const error = 'This did not work. Check your connection, wait for a moment, then try it again.'
  const fail = (route: Route) => route.fulfill({ status: 500, json: { error, code: 'internal' } })
  for (const path of FAILING) await page.route(`**/api/${path}*`, fail)
  await page.route('**/api/cup/vendors*', (route) =>
    route.request().method() === 'DELETE' ? fail(route) : route.continue(),
  )
  await page.route('**/api/cup/approve-invoice', (route) =>
    route.request().postDataJSON().action === 'approve' ? fail(route) : route.continue(),
  )
}

type Paths = { readonly task: string; readonly portal: string; readonly vendors: string }

const listCases = (page: Page, paths: Paths): readonly Case[] => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
  const dialog = page.getByRole('dialog')
  const approve = button(/^Approve &/)
  const reconcile = button('Reconcile now')
  return [
    { path: paths.task, raise: () => approve.click(), control: button('Choose Existing Vendor') },
    {
      path: paths.portal,
      raise: async () => {
        await openForm(page)
        await fillBill(page)
        await portal(page).submit.click()
      },
      control: portal(page).amount,
    },
    {
      path: STUBBED_PATH,
      raise: async () => {
        await pay(page).chooseMethod('PayPal')
        await fillPayer(page)
        await pay(page).wallet.click()
      },
      control: pay(page).company,
    },
    {
      path: paths.vendors,
      raise: async () => {
        await button(/^Delete /).click()
        await button('Yes, Delete').click()
      },
      control: dialog.getByRole('button', { name: 'Cancel' }),
    },
    { path: '/payments/admin', raise: () => reconcile.click(), control: reconcile },
  ]
}

/** Runs in the page: the controls under the toasts when the page is scrolled to the top. */
const listCovered = (): string[] => {
  window.scrollTo(0, 0)
  const toasts = [...document.querySelectorAll('.mantine-Notification-root')]
  const isCovered = (element: Element) => {
    const box = element.getBoundingClientRect()
    return toasts.some((toast) => {
      const { top, right, bottom, left } = toast.getBoundingClientRect()
      return box.top < bottom && box.bottom > top && box.left < right && box.right > left
    })
  }
  const controls = [...document.querySelectorAll('main :is(a, button, input, textarea)')]
  const covered = controls.filter((element) => element.checkVisibility() && isCovered(element))
  return covered.map((element) => element.ariaLabel ?? element.textContent ?? '')
}

/** Runs in the page. Playwright's own click would scroll until it works. */
const canBeTapped = (control: Element): boolean => {
  control.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = control.getBoundingClientRect()
  return control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('a toast covers no controls, and taps beside it reach the page', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of (409|500)/)
  await connectQuickBooks(desk)
  const person = await addContractor(desk)
  const task = `/approve-invoice?taskId=${await addBill(desk, person)}`
  const link = await getLink(desk, person)
  await stubInvoices(page)
  await stubPayments(page)
  await failCalls(page)
  await page.setViewportSize(PHONE)
  await signIn(page, ADMIN)

  const paths = { task, portal: link, vendors: listOf(person.email) }
  for (const { path, raise, control } of listCases(page, paths)) {
    await test.step(path, async () => {
      await page.goto(path)
      await raise()
      await expect(page.locator('.mantine-Notification-root').first()).toBeVisible()
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size)
        expect(await page.evaluate(listCovered), `covered at ${size.width} px`).toEqual([])
      }
      expect(await control.evaluate(canBeTapped), 'can be tapped').toBe(true)
      await control.click()
    })
  }
})
