// The vendor list: search, sort order, loading on scroll, filters, marks, and deleting a mapping.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { DELETE, LIST, mappingOf, parts, serveVendors } from '../../../../test/vendors.ts'

const { edit, remove, cancel, form, row, street, create } = parts

const named = (n: number) => `bulk.${String(n).padStart(2, '0')}@bulk.example`
const bulk = (count: number) =>
  Array.from({ length: count }, (_, n) => mappingOf(named(n), { vendor: named(n) }))
const ORDER = bulk(26)
  .map(({ email }) => email)
  .reverse()

const total = page.getByRole('main').getByText(/^\d+ vendors?$/)
const search = page.getByRole('searchbox', { name: 'Search' })
const rowHeaders = page.getByRole('rowheader')
const emails = () => rowHeaders.elements().map(({ textContent }) => textContent)
const dialog = page.getByRole('dialog')
const confirm = dialog.getByRole('button', { name: 'Yes, Delete' })

it('searches, sorts, and loads four pages automatically, then more with a button', async () => {
  const mappings = [mappingOf('other@mapped.example'), ...bulk(26)]
  const answers = serveVendors(mappings, 5)
  const { answer } = await openPage('/vendors', { answers })
  await expect.element(total).toHaveTextContent('27 vendors')
  await search.fill('BULK')
  await expect.element(total).toHaveTextContent('26 vendors')
  await expect.element(rowHeaders.first()).toHaveTextContent(named(0))
  await page.getByRole('button', { name: 'Vendor', exact: true }).click()
  const header = page.getByRole('columnheader', { name: 'Vendor' })
  await expect.element(header).toHaveAttribute('aria-sort', 'descending')
  const emailsToTheEnd = () => {
    page.getByRole('contentinfo').element().scrollIntoView()
    return emails()
  }
  await expect.poll(emailsToTheEnd).toEqual(ORDER.slice(0, 20))
  await expect.element(page.getByText('Showing 20 of 26')).toBeVisible()

  // A failed page keeps the rows, and a row that was deleted since leaves no gap.
  answer({ [LIST]: refuse(409, { error: 'Not now.', code: 'vendors_failed' }) })
  const more = page.getByRole('button', { name: 'Show more: vendors' })
  more.element().focus()
  await userEvent.keyboard('{Enter}')
  const again = page.getByRole('button', { name: 'Try again: vendors' })
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  await expect.element(again).toHaveFocus()
  expect(emails()).toEqual(ORDER.slice(0, 20))
  mappings.pop()
  answer(answers)
  await userEvent.keyboard('{Enter}')
  await expect.poll(emails).toEqual(ORDER.slice(1))
  await expect.element(total).toHaveTextContent('25 vendors')
  await expect.element(page.getByRole('button', { name: /vendors$/ })).not.toBeInTheDocument()
  // The first new row takes the button's place.
  await expect.element(row(named(4))).toHaveFocus()
})

it('keeps its place when someone edits, deletes and goes back', async () => {
  await openPage('/vendors?sort=-vendor', { answers: serveVendors(bulk(26)) })
  await expect.element(total).toHaveTextContent('26 vendors')
  await edit(named(2)).click()
  await expect.element(form).toBeVisible()
  await cancel.click()
  await expect.element(edit(named(2))).toHaveFocus()
  await expect.element(edit(named(2))).toBeInViewport()
  await remove(named(1)).click()
  await confirm.click()
  await expect.poll(emails).toEqual(ORDER.filter((email) => email !== named(1)))
  await expect.element(edit(named(0))).toHaveFocus()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Privacy Policy')
  window.history.back()
  await expect.element(rowHeaders).toHaveLength(25)
  await expect.element(edit(named(0))).toBeInViewport()
})

it('keeps search, order and filters in the address', async () => {
  const answers = serveVendors(bulk(3))
  await openPage('/vendors?page=3&search=BULK&sort=-vendor', { answers })
  await expect.element(search).toHaveValue('BULK')
  await expect.poll(emails).toEqual([named(2), named(1), named(0)])
  const filters = page.getByRole('search')
  const open = filters.getByRole('button', { name: 'Bill account', exact: true })
  const account = filters.getByRole('combobox', { name: 'Bill account' })
  await open.click()
  await account.selectOptions('No bill account')
  await expect.poll(() => location.search).toContain('hasAccount=no')
  await expect.element(total).toHaveTextContent('3 vendors')
  await openPage(location.pathname + location.search, { answers })
  const chosen = page.getByRole('button', { name: 'Remove filter Bill account: No bill account' })
  await expect.element(chosen).toBeVisible()
  await open.click()
  await account.selectOptions('Advertising')
  await expect.element(page.getByText('No vendors match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(total).toHaveTextContent('3 vendors')
  await expect.element(search).toHaveValue('')
})

it('marks what QuickBooks no longer has, and offers to create it', async () => {
  const script = '<img src=x onerror=alert(1)>'
  const gone = mappingOf('gone@mapped.example', { vendor: script, missing: ['vendor'] })
  const other = mappingOf('other@mapped.example')
  const path = '/vendors?missing=yes'
  await openPage(path, { answers: serveVendors([gone, other]) })
  await expect.element(row(script)).toMatchTextContent('Not in QuickBooks')
  await expect.element(edit(other.email)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove filter QuickBooks: Not in QuickBooks' }).click()
  await expect.element(row(other.email)).toBeVisible()
  await expect.element(row(other.email)).not.toMatchTextContent('Not in QuickBooks')
  await edit(gone.email).click()
  await expect.element(street).toBeVisible()
  await expect.element(create).toBeVisible()
  await cancel.click()
  await expect.element(form).not.toBeInTheDocument()
})

it('marks vendors whose 1099 form lacks data', async () => {
  const lacking = mappingOf('lacking@mapped.example', { isTracked: true, details: 'lacking' })
  const complete = mappingOf('complete@mapped.example', {
    isTracked: true,
    track1099: true,
    taxIdType: 'EIN',
    taxIdLast4: '4417',
    details: 'complete',
  })
  await openPage('/vendors', { answers: serveVendors([lacking, complete]) })
  await expect.element(row(lacking.email)).toMatchTextContent('Lacks 1099 data')
  await expect.element(row(complete.email)).toMatchTextContent('1099, EIN ending in 4417, complete')
  await expectAccessibleOnAllScreens()
})

it('confirms before a mapping is deleted, and says if that fails', async () => {
  const [first, second] = [mappingOf('a@mapped.example'), mappingOf('b@mapped.example')]
  const { answer, sent } = await openPage('/vendors', { answers: serveVendors([first, second]) })
  await remove(first.email).click()
  await expect
    .element(dialog)
    .toMatchTextContent(
      'Are you sure you want to delete this vendor mapping? This action cannot be undone.',
    )
  await expect.element(dialog).toMatchTextContent(first.email)
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(remove(first.email)).toHaveFocus()

  await remove(first.email).click()
  await confirm.click()
  await expect.element(page.getByText('Vendor deleted successfully')).toBeVisible()
  await expect.element(row(first.email)).not.toBeInTheDocument()
  await expect.element(edit(second.email)).toHaveFocus()
  const { body } = sent.find(({ name }) => name === DELETE) ?? {}
  expect(body).toEqual({ id: first.id, version: 1 })

  answer({ [DELETE]: lost })
  await remove(second.email).click()
  await confirm.click()
  await expect.element(page.getByText('Failed to delete vendor')).toBeVisible()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
})
