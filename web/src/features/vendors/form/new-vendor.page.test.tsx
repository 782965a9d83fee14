// Creating a vendor in QuickBooks: required fields, the tax ID while it's typed, and failures between the steps.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import {
  ADD,
  CREATE,
  FIND,
  fillAddress,
  mappingOf,
  parts,
  serveVendors,
} from '../../../../test/vendors.ts'

const { add, form, email, vendor, account, street, track, taxId, taxIdType } = parts
const { next, create, error, row } = parts

const NOT_FOUND = page.getByText('No matching vendor found in QuickBooks')
const LONG = mappingOf('a-rather-long-address-of-a-vendor@mapped.example', {
  vendor: 'A Very Long Vendor Name That Goes On And On And On Until It Wraps',
})

const openNew = async () => {
  const answers = serveVendors([LONG])
  const opened = await openPage('/vendors', { answers })
  await add.click()
  await email.fill('fern@mapped.example')
  await vendor.fill('Fern & Fable')
  await expect.element(next).toBeVisible()
  await userEvent.tab()
  await expect.element(NOT_FOUND).toBeVisible()
  return { ...opened, answers }
}

it('requires an address, and a tax ID for 1099', async () => {
  const { sent } = await openNew()
  await create.click()
  for (const name of ['Street Address', 'City', 'State', 'ZIP Code'])
    await expect
      .element(page.getByRole('textbox', { name }))
      .toHaveAccessibleDescription('This is required.')
  await expect.element(street).toHaveFocus()
  await fillAddress()
  await track.click()
  await account.click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  // With all its fields and the accounts, below a list with long texts.
  await expectAccessibleOnAllScreens()
  // Narrow screens have no column headers to sort by.
  await page.viewport(390, 844)
  await expect.element(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()
  await page.viewport(1280, 800)

  await userEvent.keyboard('{Escape}')
  await create.click()
  await expect.element(taxId).toHaveAccessibleDescription('The tax ID is required.')
  await taxId.fill('071234567')
  await userEvent.tab()
  await expect.element(taxId).toHaveAccessibleDescription('Invalid EIN. Please check the format.')
  await expectAccessible()
  await taxId.fill('123456789')
  await expect.element(taxId).toHaveValue('12-3456789')
  await create.click()
  await expect.element(row('Fern & Fable')).toMatchTextContent('1099, EIN ending in 6789')
  await expect.element(form).not.toBeInTheDocument()
  const created = sent.find(({ name }) => name === CREATE)?.body
  expect(created).toMatchObject({
    name: 'Fern & Fable',
    email: 'fern@mapped.example',
    address: { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' },
    track1099: true,
    taxId: '12-3456789',
  })
})

it('formats the tax ID while it is typed, and keeps the caret in place', async () => {
  await openNew()
  await track.click()
  const caret = () => (taxId.element() as HTMLInputElement).selectionStart
  await taxId.click()
  await userEvent.keyboard('12x3456789012')
  await expect.element(taxId).toHaveValue('12-3456789')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}')
  await expect.element(taxId).toHaveValue('12-356789')
  expect(caret()).toBe(4)
  await userEvent.keyboard('a')
  expect(caret()).toBe(4)
  await userEvent.keyboard('0')
  await expect.element(taxId).toHaveValue('12-3056789')
  expect(caret()).toBe(5)

  await expect.element(taxId).toHaveAttribute('maxlength', '10')
  await taxIdType.selectOptions('SSN')
  await expect.element(taxId).toHaveAttribute('maxlength', '11')
  await expect.element(taxId).toHaveValue('123-05-6789')
  await taxId.fill('')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', ' 98 7 65 43 21 ')
  const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  taxId.element().dispatchEvent(paste)
  await expect.element(taxId).toHaveValue('987-65-4321')
  await taxId.fill('666123456')
  await userEvent.tab()
  await expect.element(taxId).toHaveAccessibleDescription('Invalid SSN. Please check the format.')
  await taxIdType.selectOptions('EIN')
  await expect.element(taxId).toHaveValue('66-6123456')
  await expect.element(taxId).not.toHaveAccessibleDescription(/Invalid SSN/)
})

it('keeps the input when QuickBooks or the server fails, and never creates a vendor twice', async () => {
  const { answer, answers, sent } = await openNew()
  const back = page.getByRole('button', { name: 'Back to the form' })
  const down = { error: 'Failed to check vendor in QuickBooks', code: 'qbo_vendor_check_failed' }
  answer({ [FIND]: refuse(502, down) })
  await vendor.fill('Created Once')
  await userEvent.tab()
  await expect.element(error).toHaveTextContent('Error: Failed to check vendor in QuickBooks')
  await expect.element(error).toHaveFocus()
  await expect.element(add).not.toBeInTheDocument()
  await expectAccessible()
  await back.click()
  await expect.element(email).toHaveValue('fern@mapped.example')
  await expect.element(vendor).toHaveValue('Created Once')
  answer({ [FIND]: answers[FIND] })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(NOT_FOUND).toBeVisible()

  // QuickBooks creates it, but the answer is lost.
  await fillAddress()
  answer({
    [CREATE]: (body: unknown) => {
      answers[CREATE](body)
      return lost()
    },
  })
  await create.click()
  await expect.element(error).toHaveTextContent('Error: Failed to create vendor in QuickBooks')
  await back.click()
  await expect.element(street).toHaveValue('7 Quay Street')

  answer({ [ADD]: lost })
  await create.click()
  await expect.element(error).toHaveTextContent('Error: Failed to save vendor')
  await back.click()
  const created = page.getByText(/^We created Created Once in QuickBooks\./)
  await expect.element(created).toBeVisible()
  await expect.element(page.getByText('Vendor found in QuickBooks')).toBeVisible()
  await expect.element(email).toHaveValue('fern@mapped.example')
  await vendor.fill('Another vendor')
  await expect.element(created).not.toBeInTheDocument()
  await vendor.fill('Created Once')
  await expect.element(created).toBeVisible()

  answer({ [ADD]: answers[ADD] })
  await next.click()
  await expect.element(row('fern@mapped.example')).toMatchTextContent('Created Once')
  expect(sent.filter(({ name }) => name === CREATE)).toHaveLength(1)
})
