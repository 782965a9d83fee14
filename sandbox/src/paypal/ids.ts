// The merchant's keys, and ids in PayPal's format.
import { randomText } from '../random-text.ts'

export const CLIENT_ID = 'AbSandboxInvoiceDeskClientId00000000000000000000000000000000000000000000'
export const CLIENT_SECRET = 'EbSandboxInvoiceDeskClientSecret000000000000000000000000000000000000'
export const WEBHOOK_ID = '5GP028458E2496506'
export const MERCHANT = {
  email_address: 'merchant@harborfinch.example',
  merchant_id: 'HFSTUDXSANDBX',
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Account ids leave out letters that look alike. */
const CLEAR_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** For an order, a capture or a refund. */
export const newId = (): string => randomText(17, LETTERS)
export const newPayerId = (): string => randomText(13, CLEAR_LETTERS)
export const newEventId = (): string => `WH-${newId()}-${newId()}`
export const newDisputeId = (): string => `PP-D-${randomText(9, '0123456789')}`
export const newDebugId = (): string => randomText(13, '0123456789abcdef')

export const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`
