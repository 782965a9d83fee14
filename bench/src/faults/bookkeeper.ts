// A bookkeeper who settles or voids an invoice in QuickBooks while its payer is on the bank's page or in the wallet's
// window.
import type { Random } from '@invoice-desk/testing/random'
import type { FaultLab } from './fault-lab.ts'

type Change = 'void' | 'enter a check' | 'enter a check for half'
type Invoice = Record<'Id' | 'SyncToken' | 'DocNumber', string> & {
  readonly Balance: number
  readonly CustomerRef: { readonly value: string }
}

const CHANGES = ['void', 'enter a check', 'enter a check for half'] as const

/** Returns a function that changes an invoice. */
export const createBookkeeper = ({ control, company, story }: FaultLab, random: Random) => {
  const find = async (number: string): Promise<Invoice> => {
    const state = (await control('/state')) as { quickbooks: { invoices: Invoice[] } }
    const invoice = state.quickbooks.invoices.find(({ DocNumber }) => DocNumber === number)
    if (!invoice) throw new Error(`there is no invoice ${number}`)
    return invoice
  }
  const make = ({ Id, SyncToken, Balance, CustomerRef }: Invoice, change: Change) => {
    if (change === 'void') return company.write('invoice?operation=void', { Id, SyncToken })
    const amount = change === 'enter a check' ? Balance : Math.ceil(Balance * 50) / 100
    const Line = [{ Amount: amount, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }]
    return company.write('payment', { CustomerRef, TotalAmt: amount, Line })
  }

  return async (number: string): Promise<void> => {
    const change = random.pick(CHANGES)
    const { Balance: before } = await find(number)
    // The bookkeeper's calls to QuickBooks fail too.
    for (let now = await find(number); now.Balance === before; now = await find(number)) {
      await make(now, change).catch(() => undefined)
    }
    story.changed.set(number, Math.round(before * 100))
  }
}
