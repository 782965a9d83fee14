// Shared by the tests of submitting an invoice: opening the form, and checking what it holds.

import { addContractor, type Person } from '@invoice-desk/testing/contractor/contractors'
import { expect, type Page } from '@playwright/test'
import { DUE_DATE, openForm, openPortal, portal, setHumanCheck } from './contractor.ts'
import type { Desk } from './desk.ts'
import type { Complaints } from './watch.ts'

/** The human check passes, and the browser may report the errors that a test provokes. */
export const prepareForms = async (desk: Desk, complaints: Complaints) => {
  await setHumanCheck(desk, 'pass')
  complaints.allow(/status of (4\d\d|5\d\d)/)
  complaints.allow(/net::ERR_/)
}

/** A new contractor with an empty form. */
export const beginBill = async (page: Page, desk: Desk): Promise<Person> => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  await openForm(page)
  return person
}

/** The form still has what was typed. */
export const expectKept = async (page: Page, number: string) => {
  await expect(portal(page).amount).toHaveValue('1250.50')
  await expect(portal(page).number).toHaveValue(number)
  await expect(portal(page).dueDate).toHaveValue(DUE_DATE)
}
