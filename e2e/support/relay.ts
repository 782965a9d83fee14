// The mail relay's page, Google's page that connects an account to it, and devices added through the API.
import type { RelayDeviceWithPassword } from '@invoice-desk/contract/relay/mail-relay'
import { connectGmail } from '@invoice-desk/testing/relay/connect-gmail'
import type { Page } from '@playwright/test'
import { asStaff } from './contractor.ts'
import type { Desk } from './desk.ts'
import { STAFF } from './people.ts'
import { choose, signIn } from './sign-in.ts'

export const SENDER = 'scanner@harborfinch.example'

/** Unique, because tests share a database. */
export const newName = (): string => `Scanner ${process.pid}-${Date.now() % 1_000_000}`

/** A personal Gmail account that the sandbox knows. */
export const addGmail = async (desk: Desk): Promise<string> => {
  const address = `scans.${process.pid}.${Date.now()}@gmail.example`
  await desk.ask('POST', '/google/accounts', { email: address })
  return address
}

/** A device with an account of its own. */
export const addConnectedDevice = async (desk: Desk) => {
  const address = await addGmail(desk)
  const { id: mailboxId } = await connectGmail(desk, { address })
  const body = { name: newName(), mailboxId, senders: [SENDER] }
  const added = await asStaff<RelayDeviceWithPassword>(
    desk,
    'POST',
    '/api/mail-relay/devices',
    body,
  )
  return { ...added.device, password: added.password }
}

export const openRelay = (page: Page) => signIn(page, STAFF, '/mail-relay')

/** Chooses the account on Google's page, where sending is already ticked, and comes back. */
export const connectOnGoogle = async (page: Page, email: string) => {
  await choose(page, { email })
  await page.waitForURL('/mail-relay')
}

export const partsOf = (page: Page) => ({
  connect: page.getByRole('button', { name: 'Connect a Gmail account' }),
  account: (address: string) =>
    page
      .getByRole('region', { name: 'Gmail accounts' })
      .getByRole('listitem')
      .filter({
        has: page.getByRole('heading', { name: address }),
      }),
  message: (subject: string) => page.getByRole('row').filter({ hasText: subject }),
})
