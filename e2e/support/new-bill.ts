// What the journeys of submitting an invoice share: up to the open form, and what must still stand in it.

import { addContractor, type Person } from '@invoice-desk/testing/contractor/contractors'
import { expect, type Page } from '@playwright/test'
import { asStaff, DUE_DATE, openForm, openPortal, portal, setHumanCheck } from './contractor.ts'
import type { Desk } from './desk.ts'
import type { Complaints } from './watch.ts'

/** The human check lets everybody through, and the browser may report the refusals that a journey provokes. */
export const prepareForms = async (desk: Desk, complaints: Complaints) => {
  await setHumanCheck(desk, 'pass')
  complaints.allow(/status of (4\d\d|5\d\d)/)
  complaints.allow(/net::ERR_/)
}

/** Somebody new, before an empty form. */
export const beginBill = async (page: Page, desk: Desk): Promise<Person> => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  await openForm(page)
  return person
}

/** Everything is where it was typed. */
export const expectKept = async (page: Page, number: string) => {
  await expect(portal(page).amount).toHaveValue('1250.50')
  await expect(portal(page).number).toHaveValue(number)
  await expect(portal(page).dueDate).toHaveValue(DUE_DATE)
}

/** The bill's approvers have been told, which a job does moments after it was submitted. */
export const expectSentForApproval = async (desk: Desk, id: string) => {
  const status = async () => {
    const body = { taskId: id, action: 'fetch' }
    const task = await asStaff<{ status: { name: string } }>(
      desk,
      'POST',
      '/api/cup/approve-invoice',
      body,
    )
    return task.status.name
  }
  await expect.poll(status, 'the bill goes to its approvers').toBe('sent for approval')
}
