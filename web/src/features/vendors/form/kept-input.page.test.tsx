// What staff typed about a vendor and didn't save is still there after their session ended and they signed in again.
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { STAFF } from '../../../../test/people.ts'
import { readyCopy } from '../../../../test/quickbooks.ts'
import { onTokenRejected } from '../../../shared/api/credentials.ts'
import { session } from '../../identity/session/browser-session.ts'

const OVER = refuse(401, { error: 'Your sign-in has expired.', code: 'session_expired' })
const SAVED: VendorMapping = {
  id: '7',
  email: 'ada@fern.example',
  vendor: 'Kestrel Courier',
  qb_bill_account: '',
  version: 1,
  track1099: false,
}

// As in the app.
beforeEach(() => onTokenRejected(session.renewOrEnd))
afterEach(() => onTokenRejected(() => {}))

const form = page.getByRole('form')
const dialog = page.getByRole('dialog')
const add = page.getByRole('button', { name: 'Add New Vendor' })
const text = (label: string) => form.getByRole('textbox', { name: label })
const track = form.getByRole('checkbox', { name: 'Track payments for 1099' })
const button = (label: string) => form.getByRole('button', { name: label })
const kept = page.getByText('We kept what you entered.')

/** The server refuses every change, and the renewal, until someone signs in again. */
const openVendors = async (first: readonly VendorMapping[]) => {
  let mappings = first
  const list = (_body: unknown, { searchParams }: URL) => {
    const email = searchParams.get('email')
    const vendors = mappings.filter((each) => email === null || each.email === email)
    const paged = { vendors, total: vendors.length, page: 1, pageSize: 50, marks: 'known' }
    return searchParams.has('page') ? paged : vendors
  }
  const opened = await openPage('/vendors', {
    answers: {
      'GET /api/cup/vendors': list,
      'PUT /api/cup/vendors': OVER,
      'POST /api/vendors/invitations': OVER,
      'POST /api/auth/google/renew': OVER,
      'GET /api/vendors/invitations': { invitations: [], total: 0, toReview: 0 },
      'GET /api/saved-views': { views: [] },
      'GET /api/qbo/copy': readyCopy(1),
      'GET /api/qbo/list-bill-accounts': [],
      'GET /api/qbo/vendor': (_body: unknown, { searchParams }: URL) => ({
        exists: searchParams.get('name') === 'Pier 9 Storage',
      }),
    },
  })
  const change = (next: readonly VendorMapping[]) => {
    mappings = next
  }
  return { ...opened, change }
}

/** What is sent ends the session. Then the same person signs in again. */
const endSession = async (send: () => Promise<void>) => {
  await send()
  // People sign in on that page. Before it's shown, the form is still there and would drop its draft.
  await expect.element(page.getByRole('heading', { name: 'Google Sign-In' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/auth?redirect=%2Fvendors')
  const exp = Math.floor(Date.now() / 1_000) + 3_600
  session.signIn({ ...STAFF, idToken: 'a newer token', accessToken: 'access-token', exp })
  await expect.poll(() => location.pathname).toBe('/vendors')
}

it('restores the form and an open dialog, but never a tax ID', async () => {
  const { reload } = await openVendors([])
  await add.click()
  await text('Email').fill(SAVED.email)
  await text('Vendor Name').fill('Kept Papers')
  await text('Email').click()
  await text('Street Address').fill('7 Quay Street')
  await text('ZIP Code').fill('97103')
  await track.click()
  await text('Tax ID').fill('123456789')
  await page.getByRole('button', { name: 'Invite Vendor' }).click()
  const email = dialog.getByRole('textbox', { name: 'Email' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await email.fill('pier@nine.example')
  await name.fill('Pier 9 Storage')
  expect(JSON.stringify({ ...sessionStorage })).toContain('Kept Papers')
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/3456789/)

  await endSession(() => dialog.getByRole('button', { name: 'Send link' }).click())
  await expect.element(email).toHaveValue('pier@nine.example')
  await expect.element(name).toHaveValue('Pier 9 Storage')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(kept).toBeVisible()
  await expect.element(page.getByText(/^For security, we never keep a tax ID\./)).toBeVisible()
  await expect.element(text('Email')).toHaveValue(SAVED.email)
  await expect.element(text('Vendor Name')).toHaveValue('Kept Papers')
  await expect.element(text('ZIP Code')).toHaveValue('97103')
  await expect.element(track).toBeChecked()
  await expect.element(text('Tax ID')).toHaveValue('')
  await expectAccessibleOnAllScreens('kept input')
  await text('City').fill('Astoria')
  await text('State').fill('OR')
  await button('Create Vendor').click()
  await expect.element(page.getByText('The tax ID is required.')).toBeVisible()

  await button('Discard').click()
  await expect.element(kept).not.toBeInTheDocument()
  await expect.element(text('Email')).toHaveFocus()
  await expect.element(text('Email')).toHaveValue('')
  await expect.element(text('Street Address')).not.toBeInTheDocument()
  // Nor what was canceled.
  await reload()
  await expect.element(add).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('says that someone else changed or deleted the record before it is saved', async () => {
  const { change, answer, sent } = await openVendors([SAVED])
  const edit = page.getByRole('button', { name: `Edit ${SAVED.email}` })
  await edit.click()
  await text('Email').fill('mine@fern.example')
  change([{ ...SAVED, email: 'theirs@fern.example', vendor: 'Pier 9 Storage', version: 2 }])
  await endSession(() => button('Update').click())
  await expect.element(form).toMatchTextContent('It now maps theirs@fern.example to Pier 9 Storage')
  await expect.element(text('Email')).toHaveValue('mine@fern.example')
  await page.getByRole('button', { name: 'Load saved values' }).click()
  await expect.element(text('Email')).toHaveValue('theirs@fern.example')
  await expect.element(text('Vendor Name')).toHaveValue('Pier 9 Storage')

  await text('Email').fill('mine@fern.example')
  change([])
  await endSession(() => button('Update').click())
  await expect.element(page.getByText(/Someone else deleted it\./)).toBeVisible()
  await expect.element(text('Email')).toHaveValue('mine@fern.example')
  answer({ 'POST /api/cup/vendors': { ...SAVED, id: '8' } })
  await button('Next').click()
  await expect.element(form).not.toBeInTheDocument()
  expect(sent.findLast(({ name }) => name === 'POST /api/cup/vendors')?.body).toMatchObject({
    email: 'mine@fern.example',
    vendor: 'Pier 9 Storage',
  })
})
