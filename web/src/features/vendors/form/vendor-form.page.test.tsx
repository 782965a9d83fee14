// The form that maps an email to a vendor: hints, accounts, the keyboard, problems, and conflicts with others.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { held, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import {
  ADD,
  CHANGE,
  CREATE,
  FIND,
  fillAddress,
  mappingOf,
  parts,
  serveVendors,
} from '../../../../test/vendors.ts'

const { add, form, email, vendor, account, next, create, update, cancel, row, edit, option } = parts

const FOUND = page.getByText('Vendor found in QuickBooks')
const NOT_FOUND = page.getByText('No matching vendor found in QuickBooks')

it('maps an email to a vendor with its spelling in QuickBooks, and to an account', async () => {
  const answers = serveVendors([])
  const checking = held(answers[FIND])
  const { answer, sent } = await openPage('/vendors', { answers })
  await expect.element(page.getByText('No vendor mappings yet.')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await add.click()
  await expect.element(email).toHaveFocus()
  await expect.element(account).toHaveAttribute('placeholder', 'Choose an account')
  await email.fill(' NEW@MAPPED.EXAMPLE ')
  answer({ [FIND]: checking.answer })
  await vendor.fill('gull rock CATERING')
  await userEvent.tab()
  await expect.element(page.getByText('Checking QuickBooks...')).toBeVisible()
  checking.release()
  await expect.element(FOUND).toBeVisible()
  await expect.element(vendor).toHaveValue('Gull Rock Catering')

  await account.fill('goods sold:pho')
  await expect.element(page.getByRole('option')).toHaveTextContent('Cost of Goods Sold:Photography')
  await account.fill('no such account')
  await expect.element(page.getByText('No accounts match.')).toBeVisible()
  await account.fill('meals')
  await option('Meals & Entertainment').click()
  await next.click()
  await expect.element(row('new@mapped.example')).toMatchTextContent('Gull Rock Catering')
  await expect.element(row('new@mapped.example')).toMatchTextContent('Meals & Entertainment')
  await expect.element(page.getByText('Vendor added successfully')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()
  expect(sent.find(({ name }) => name === ADD)?.body).toMatchObject({
    vendor: 'Gull Rock Catering',
    qbBillAccount: 'Meals & Entertainment',
  })
})

it('can be filled in and sent with the keyboard alone', async () => {
  await openPage('/vendors', { answers: serveVendors([]) })
  await expect.element(add).toBeVisible()
  add.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('other@mapped.example{Tab}')
  await expect.element(vendor).toHaveFocus()
  await userEvent.keyboard('Pier 9 Storage{Tab}')
  await expect.element(FOUND).toBeVisible()
  await expect.element(account).toHaveFocus()
  await userEvent.keyboard('rent')
  await expect.element(option('Rent or Lease')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(account).toHaveValue('Rent or Lease')
  // Enter submits the form while the field still has focus.
  vendor.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row('other@mapped.example')).toMatchTextContent('Rent or Lease')
  await expect.element(form).not.toBeInTheDocument()
})

it('shows problems beside the fields, and creates nothing for an email that is mapped', async () => {
  const { answer, sent } = await openPage('/vendors', {
    answers: serveVendors([mappingOf('taken@mapped.example')]),
  })
  await add.click()
  await next.click()
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email address.')
  await expect.element(vendor).toHaveAccessibleDescription('This is required.')
  await expect.element(email).toHaveFocus()

  await vendor.fill('Colon: Inc')
  await userEvent.tab()
  await expect
    .element(vendor)
    .toHaveAccessibleDescription("QuickBooks doesn't allow a colon in a vendor name.")
  const error = 'This email is already mapped to Kestrel Courier.'
  answer({ [ADD]: refuse(409, { error, code: 'vendor_mapping_exists', field: 'email' }) })
  await email.fill('TAKEN@mapped.example')
  await vendor.fill('Pier 9 Storage')
  await next.click()
  await expect.element(email).toHaveAccessibleDescription(error)
  await expect.element(vendor).toHaveValue('Pier 9 Storage')

  // Before a new vendor is created, the page looks whether the email is free.
  await vendor.fill('Nobody Yet')
  await userEvent.tab()
  await expect.element(NOT_FOUND).toBeVisible()
  await fillAddress()
  await email.fill('taken@mapped.example')
  await create.click()
  await expect.element(email).toHaveAccessibleDescription(error)
  expect(sent.map(({ name }) => name)).not.toContain(CREATE)

  const taken = 'QuickBooks already has a customer named Nobody Yet.'
  answer({ [CREATE]: refuse(409, { error: taken, code: 'qbo_name_taken', field: 'name' }) })
  await email.fill('free@mapped.example')
  await create.click()
  await expect.element(vendor).toHaveAccessibleDescription(taken)
})

it('asks before unsaved input is discarded', async () => {
  await openPage('/vendors', { answers: serveVendors([mappingOf('taken@mapped.example')]) })
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  const stay = question.getByRole('button', { name: 'Cancel' })
  const privacy = page.getByRole('link', { name: 'Privacy' })
  await add.click()
  await email.fill('typed@mapped.example')
  for (const leave of [privacy, edit('taken@mapped.example')]) {
    await leave.click()
    await stay.click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(email).toHaveValue('typed@mapped.example')
  }
  await edit('taken@mapped.example').click()
  await question.getByRole('button', { name: 'Yes, Discard' }).click()
  await expect.element(email).toHaveValue('taken@mapped.example')
  await cancel.click()
  await expect.element(form).not.toBeInTheDocument()
  await privacy.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Privacy Policy')
})

it('changes a mapping, and says when someone else has changed it', async () => {
  const old = mappingOf('old@mapped.example')
  const { answer, sent } = await openPage('/vendors', { answers: serveVendors([old]) })
  const changed = () => sent.findLast(({ name }) => name === CHANGE)?.body
  await edit(old.email).click()
  await expect.element(email).toHaveValue(old.email)
  await expect.element(vendor).toHaveValue('Kestrel Courier')
  await email.fill('new@mapped.example')
  await update.click()
  await expect.element(row('new@mapped.example')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(edit('new@mapped.example')).toHaveFocus()
  expect(changed()).toMatchObject({ id: old.id, version: 1, email: 'new@mapped.example' })

  const now = mappingOf('new@mapped.example', { id: old.id, version: 3, vendor: 'Pier 9 Storage' })
  const conflict = { error: 'Someone else changed this.', code: 'changed_meanwhile', mapping: now }
  answer({ [CHANGE]: refuse(409, conflict) })
  await edit('new@mapped.example').click()
  await vendor.fill('Dana Whitfield')
  await update.click()
  const alert = form.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Someone else changed this mapping')
  await expect.element(alert).toMatchTextContent('Pier 9 Storage')
  await expect.element(vendor).toHaveValue('Dana Whitfield')
  await expectAccessible()
  await page.getByRole('button', { name: 'Load saved values' }).click()
  await expect.element(vendor).toHaveValue('Pier 9 Storage')
  answer({ [CHANGE]: serveVendors([now])[CHANGE] })
  await vendor.fill('Gull Rock Catering')
  await update.click()
  await expect.element(form).not.toBeInTheDocument()
  expect(changed()).toMatchObject({ id: old.id, version: 3, vendor: 'Gull Rock Catering' })
})

it('adds a mapping again that someone else has deleted', async () => {
  const old = mappingOf('old@mapped.example')
  const mappings = [old]
  const { answer } = await openPage('/vendors', { answers: serveVendors(mappings) })
  await edit(old.email).click()
  await account.fill('advert')
  await option('Advertising').click()
  mappings.pop()
  const gone = { error: 'Vendor mapping not found', code: 'vendor_mapping_unknown' }
  answer({ [CHANGE]: refuse(404, gone) })
  await update.click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Vendor mapping not found')
  await next.click()
  await expect.element(row(old.email)).toMatchTextContent('Advertising')
})
