// The settings of the business: what is checked before saving, what a reload keeps, and what someone else changed.
import type {
  BusinessSettings,
  SettingsView,
} from '@invoice-desk/contract/system/business-settings'
import { BUSINESS, CONTACT } from '@invoice-desk/testing/people'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { type Answers, held, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin } from '../../test/people.ts'

const GET = 'GET /api/settings'
const PUT = 'PUT /api/settings'

const DEFAULTS: BusinessSettings = {
  businessName: BUSINESS,
  businessColor: '#0d545e',
  businessAddress: [],
  contactEmail: CONTACT,
  businessTimeZone: 'America/New_York',
  approvalNotices: 'each',
  paymentMethods: ['stripe', 'paypal'],
  retailerList: 'public',
  filesKeptDays: 'forever',
  messagesKeptDays: 'forever',
}

const viewOf = (own: SettingsView['own'], version = 1): SettingsView => ({
  own,
  defaults: DEFAULTS,
  payableMethods: ['stripe', 'paypal'],
  version,
})

const openSettings = (answers: Answers) =>
  openPage('/settings', { as: ADMIN, answers: { ...asAdmin, ...answers } })

const name = page.getByRole('textbox', { name: 'Name' })
const save = page.getByRole('button', { name: 'Save settings' })
const useIt = page.getByRole('button', { name: 'Use it' })
const card = page.getByRole('checkbox', { name: 'Credit Card' })
const kept = page.getByText('We kept what you entered.')

const asksBeforeLeaving = () =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('checks what is entered, and keeps it when the page is loaded again', async () => {
  const { reload, sent } = await openSettings({ [GET]: viewOf({}), [PUT]: held().answer })
  await expect.element(name).toHaveValue(BUSINESS)
  await expect.element(useIt).not.toBeInTheDocument()
  expect(asksBeforeLeaving()).toBe(false)
  await name.fill(' ')
  await save.click()
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(sent.map((each) => each.name)).not.toContain(PUT)
  await name.fill('Quill & Anchor')
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#ffd500')
  await expect.element(page.getByText(/^This color is too light to read/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('hawaii')
  await page.getByRole('option', { name: /Pacific\/Honolulu/ }).click()
  await page.getByRole('checkbox', { name: 'PayPal' }).click()
  expect(asksBeforeLeaving()).toBe(true)

  await reload()
  await expect.element(kept).toBeVisible()
  expect(page.getByRole('button', { name: 'Discard' }).elements()).toHaveLength(1)
  await expect.element(useIt).not.toBeInTheDocument()
  await save.click()
  await expect.poll(() => sent.at(-1)?.name).toBe(PUT)
  expect(sent.at(-1)?.body).toEqual({
    settings: {
      businessName: 'Quill & Anchor',
      businessColor: '#ffd500',
      businessTimeZone: 'Pacific/Honolulu',
      paymentMethods: ['stripe'],
    },
    version: 1,
  })
})

it('keeps what someone else changed, and says what both changed', async () => {
  const warning = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('alert')
  const own = { businessName: 'Quill & Anchor' }
  const theirs = viewOf({ businessName: 'Elm & Ash', paymentMethods: [] }, 2)
  const { answer, reload, sent } = await openSettings({
    [GET]: viewOf(own),
    [PUT]: refuse(409, { error: 'Someone changed it.', code: 'changed_meanwhile' }),
  })
  await name.fill('Fern & Oak')
  answer({ [GET]: theirs })
  await save.click()
  await expect.element(warning).toMatchTextContent('You and someone else both changed: Name.')
  await expect.element(warning).toBeInViewport()
  await expect.element(card).not.toBeChecked()

  await reload()
  await expect.element(warning).toMatchTextContent('You and someone else both changed: Name.')
  await expect.element(name).toHaveValue('Fern & Oak')
  await expect.element(page.getByText('Someone else changed this to Elm & Ash.')).toBeVisible()
  await expectAccessibleOnAllScreens()
  answer({ [PUT]: held().answer })
  await save.click()
  await expect
    .poll(() => sent.at(-1)?.body)
    .toEqual({
      settings: { businessName: 'Fern & Oak', paymentMethods: [] },
      version: 2,
    })
})

it('goes back to the server’s defaults', async () => {
  const own = {
    businessName: 'Fern & Oak',
    businessAddress: ['1 Quay St', 'Salem'],
    businessTimeZone: 'Pacific/Honolulu',
    businessColor: '#ffd500',
    paymentMethods: [],
  }
  const { sent } = await openSettings({ [GET]: viewOf(own), [PUT]: held().answer })
  await expect.element(page.getByText(`The server’s default is ${BUSINESS}.`)).toBeVisible()
  for (let left = Object.keys(own).length; left > 0; left -= 1) {
    await expect.poll(() => useIt.elements().length).toBe(left)
    await useIt.first().click()
  }
  await expect.element(useIt).not.toBeInTheDocument()
  await expect.element(card).toHaveFocus()
  await save.click()
  await expect.poll(() => sent.at(-1)?.body).toEqual({ settings: {}, version: 1 })
})

it('asks before it turns off the last payment method', async () => {
  await openSettings({ [GET]: viewOf({ paymentMethods: ['stripe'] }) })
  await card.click()
  const question = page.getByRole('dialog', { name: 'Turn off online payment?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card).toBeChecked()
  await card.click()
  await question.getByRole('button', { name: 'Yes, Turn Off' }).click()
  await expect.element(card).not.toBeChecked()
})

it('asks before it erases more than now, and says how much', async () => {
  const { sent } = await openSettings({
    [GET]: viewOf({ messagesKeptDays: 730 }),
    'GET /api/settings/erasable': { files: 1_200, messages: 1 },
    [PUT]: held().answer,
  })
  const files = page.getByRole('textbox', { name: 'Days to keep files' })
  await files.fill('30')
  await save.click()
  await expect.element(page.getByText(/^Enter 365 to 36,500 days/)).toBeVisible()
  await expect.element(files).toHaveFocus()
  await files.fill('2,557')
  await save.click()
  const question = page.getByRole('dialog', { name: 'Erase old data?' })
  await expect
    .element(question.getByText(/1,200 files will be erased the next night/))
    .toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(sent.map((each) => each.name)).not.toContain(PUT)
  // DraftOptions them longer erases nothing more.
  await files.fill('')
  await page.getByRole('textbox', { name: 'Days to keep messages' }).fill('')
  await save.click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.poll(() => sent.at(-1)?.body).toEqual({ settings: {}, version: 1 })
})
