// The keys of the merchant, and names for new things in the shape PayPal gives them.
import { randomBytes } from 'node:crypto'

export const CLIENT_ID = 'AbSandboxInvoiceDeskClientId00000000000000000000000000000000000000000000'
export const CLIENT_SECRET = 'EbSandboxInvoiceDeskClientSecret000000000000000000000000000000000000'
export const WEBHOOK_ID = '5GP028458E2496506'
export const MERCHANT = {
  email_address: 'merchant@harborfinch.example',
  merchant_id: 'HFSTUDXSANDBX',
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Accounts are named without what looks alike. */
const CLEAR_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

const randomText = (length: number, letters: string): string =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')

/** Of an order, a capture or a refund. */
export const newId = (): string => randomText(17, LETTERS)
export const newPayerId = (): string => randomText(13, CLEAR_LETTERS)
export const newEventId = (): string => `WH-${newId()}-${newId()}`
/** PayPal numbers its cases. */
export const newDisputeId = (): string => `PP-D-${randomText(9, '0123456789')}`
export const newDebugId = (): string => randomBytes(7).toString('hex').slice(0, 13)

export const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`
