// Connects the sample company through the API.
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { connectCompany, HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import type { Desk } from './desk.ts'

/** Connects or reconnects, which also refreshes the lists from QuickBooks. */
export const connectQuickBooks = async (desk: Desk) => {
  const { status, body } = await connectCompany(desk, await staffTokenOf(desk), HARBOR)
  if (status !== 200) throw new Error(`QuickBooks was not connected: ${JSON.stringify(body)}`)
}
