// Screens that need sample data, and the sandbox's pages, for screenshots.

import { formatDate } from '@invoice-desk/contract/values/dates'
import { getLink } from '@invoice-desk/testing/contractor/contractors'
import { expect, type Page } from '@playwright/test'
import { textPdf } from '../../server/test/support/pdfs.ts'
import { dayFromNow, expectBills, openForm, pdf, portal } from './contractor.ts'
import type { Desk } from './desk.ts'
import { STAFF } from './people.ts'
import { stubApprovals } from './rule-stubs.ts'
import { openSandboxPage, SANDBOX_PAGES } from './sandbox-pages.ts'
import { leaveForGoogle, signIn } from './sign-in.ts'

export type Story = {
  /** `<page>-<state>`. */
  readonly name: string
  readonly open: (page: Page, desk: Desk) => Promise<unknown>
}

/** A contractor with bills in every status. */
const CONTRACTOR = { email: 'hello@blueheron.example' }

const openBills = async (page: Page, desk: Desk) => {
  await page.goto(await getLink(desk, CONTRACTOR))
  await expectBills(page)
}

const openTask = async (page: Page) => {
  await signIn(page, STAFF, '/approve-invoice')
  await page.getByRole('link', { name: 'Review ML-203' }).click()
  await expect(page.getByRole('button', { name: 'Approve & Add to QB' })).toBeEnabled()
}

export const STORIES: readonly Story[] = [
  { name: 'submit-invoice-bills', open: openBills },
  {
    name: 'submit-invoice-conversation',
    open: async (page, desk) => {
      await openBills(page, desk)
      await page.getByRole('button', { name: '2 messages: BH-77' }).click()
      await expect(page.getByRole('log')).toContainText('All 40.')
    },
  },
  {
    name: 'submit-invoice-sent',
    open: async (page) => {
      await page.goto('/submit-invoice')
      await portal(page).email.fill('dana@whitfield.example')
      await portal(page).go.click()
      await expect(portal(page).sent).toBeVisible()
    },
  },
  {
    name: 'submit-invoice-form',
    open: async (page, desk) => {
      await openBills(page, desk)
      await openForm(page)
      const lines = [
        'Invoice Number: BH-81',
        `Invoice Date: ${formatDate(dayFromNow(0))}`,
        `Due Date: ${formatDate(dayFromNow(21))}`,
        'Total Due: $1,250.50',
      ]
      await portal(page).file.setInputFiles(pdf('BH-81.pdf', await textPdf(lines)))
      await expect(portal(page).number).toHaveValue('BH-81')
    },
  },
  {
    name: 'approve-invoice-approvals',
    open: async (page) => {
      await stubApprovals(page)
      await openTask(page)
    },
  },
  {
    name: 'submit-invoice-problems',
    open: async (page, desk) => {
      await openBills(page, desk)
      await openForm(page)
      await portal(page).submit.click()
      await expect(page.getByText('This is required.').or(portal(page).alert).first()).toBeVisible()
    },
  },
  { name: 'approve-invoice-task', open: openTask },
  {
    name: 'approve-invoice-conversation',
    open: async (page) => {
      await signIn(page, STAFF, '/approve-invoice')
      await page.getByRole('link', { name: 'Review BH-77' }).click()
      await page.getByText('Internal note', { exact: true }).click()
      await page.getByRole('textbox', { name: 'Internal note' }).fill('Checked with Ada.')
    },
  },
  {
    name: 'approve-invoice-reject',
    open: async (page) => {
      await openTask(page)
      await page.getByRole('button', { name: 'Reject', exact: true }).click()
      await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('Not our order.')
    },
  },
  {
    name: 'vendors-add',
    open: async (page) => {
      await signIn(page, STAFF, '/vendors')
      await page.getByRole('button', { name: 'Add New Vendor' }).click()
    },
  },
  {
    name: 'vendors-delete',
    open: async (page) => {
      await signIn(page, STAFF, '/vendors')
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'amazon-transactions-scrape',
    open: async (page) => {
      await page.goto('/amazon-transactions')
      await page.getByRole('button', { name: 'Scrape New Transactions' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  ...SANDBOX_PAGES.map((each) => ({
    name: each.name,
    open: (page: Page, desk: Desk) => openSandboxPage(page, desk, each),
  })),
  {
    name: 'sandbox-sign-in',
    open: async (page) => {
      await page.goto('/auth')
      await leaveForGoogle(page)
    },
  },
]
