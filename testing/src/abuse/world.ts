// An app with data worth stealing: two vendors with bills and files, payments, mappings and accounts.
import { listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import { addVendorMapping, listVendorMappings } from '@invoice-desk/contract/vendors/vendors'
import { addContractor, type Contractor } from '../contractor/contractors.ts'
import { samplePdf } from '../contractor/sample-files.ts'
import { submit } from '../contractor/submit.ts'
import { type Invited, invite, sendDetails } from '../contractor/vendor-details.ts'
import { passFor } from '../payments/customer-pass.ts'
import { type Found, openShop, type Shop } from '../payments/shop.ts'
import { ADMIN, STAFF } from '../people.ts'
import { addRelay, type RelayIds } from './relay.ts'

export type Owned = {
  readonly contractor: Contractor
  readonly taskIds: readonly string[]
  readonly fileUrls: readonly string[]
}

export type World = AsyncDisposable & {
  readonly shop: Shop
  readonly staff: string
  readonly admin: string
  readonly a: Owned
  readonly b: Owned
  /** Open invoices that a search has shown. */
  readonly invoices: readonly Found[]
  readonly invoiceDate: string
  /** The cookie of a browser that has proved who the customer is. */
  readonly cookie: string
  /** Ids of a completed payment, and of its attempt, which only staff see. */
  readonly paymentId: string
  readonly attemptId: string
  readonly mappingIds: readonly string[]
  /** Vendors that have sent details. */
  readonly invited: readonly Invited[]
  /** Ids in the mail relay: the staff member's own, and an administrator's. */
  readonly relay: { readonly own: RelayIds; readonly theirs: RelayIds }
  readonly captchas: string[]
  close(): Promise<void>
}

const MAPPINGS = 12

export const openWorld = async (env: Record<string, string> = {}): Promise<World> => {
  const shop = await openShop({ RATE_LIMIT_FACTOR: '100000', ...env })
  try {
    const { desk } = shop
    const { idToken: staff } = await desk.signIn(STAFF)
    const { idToken: admin } = await desk.signIn(ADMIN)
    const a = await addOwner(shop)
    const b = await addOwner(shop)
    const [paid, ...invoices] = [...(await shop.invoices(40, 300, 80)), ...(await shop.invoices(9))]
    const payment = await shop.pay(paid ? [paid] : [])
    const attempts = await desk.call(listPaymentAttempts, { token: staff })
    return {
      shop,
      staff,
      admin,
      a,
      b,
      invoices,
      invoiceDate: '2026-10-01',
      cookie: passFor(desk, invoices[0]?.id ?? '').cookie ?? '',
      paymentId: payment.body.paymentId,
      attemptId: attempts.body.attempts[0].id,
      mappingIds: await addMappings(shop, staff),
      invited: [await addInvited(shop, staff), await addInvited(shop, staff)],
      relay: await addRelay(shop),
      captchas: [],
      close: desk.close,
      [Symbol.asyncDispose]: desk.close,
    }
  } catch (error) {
    await shop.desk.close()
    throw error
  }
}

const addOwner = async ({ desk }: Shop): Promise<Owned> => {
  const contractor = await addContractor(desk)
  const taskIds: string[] = []
  const fileUrls: string[] = []
  for (const name of ['one', 'two']) {
    const content = samplePdf(`${contractor.vendor} ${name}`)
    const { body } = await submit(desk, contractor, { file: { name: `${name}.pdf`, content } })
    taskIds.push(body.bill.id)
    fileUrls.push(body.bill.custom_fields[0].value)
  }
  return { contractor, taskIds, fileUrls }
}

const addInvited = async ({ desk }: Shop, staff: string): Promise<Invited> => {
  const invited = await invite(desk, staff)
  await sendDetails(desk, invited.token)
  return { ...invited, version: invited.version + 1 }
}

const addMappings = async ({ desk }: Shop, token: string): Promise<string[]> => {
  for (let index = 0; index < MAPPINGS; index += 1) {
    const body = { email: `spare${index}@vendor.example`, vendor: `Spare vendor ${index}` }
    await desk.call(addVendorMapping, { token, body })
  }
  const { body } = await desk.call(listVendorMappings, { token })
  return (body as { id: string; email: string }[])
    .filter(({ email }) => email.startsWith('spare'))
    .map(({ id }) => id)
}
