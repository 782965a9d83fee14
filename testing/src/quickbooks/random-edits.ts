// Random changes to a company's books, as bookkeepers and other apps make them.
import type { Random } from '../random.ts'
import { type Entity, invoiceFields } from './books.ts'
import type { Company } from './company.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns a function that makes one random change. */
export const createEditor = (company: Company, random: Random) => {
  const nextName = (of: string) => `${of} ${random.between(1_000_000, 9_999_999)}`

  const any = async (list: string): Promise<Entity | undefined> => {
    const all = (await company.state())[list] ?? []
    return all[random.between(0, Math.max(0, all.length - 1))]
  }
  const change = async (entity: string, list: string, fields: Values): Promise<void> => {
    const record = await any(list)
    if (record) await company.write(entity, { ...idOf(record), sparse: true, ...fields })
  }
  const remove = async (entity: string, list: string, operation = 'delete'): Promise<void> => {
    const record = await any(list)
    if (record) await company.write(`${entity}?operation=${operation}`, idOf(record))
  }

  /** Pays part of a document, or all of it. */
  const pay = async (entity: 'payment' | 'billpayment', list: 'invoices' | 'bills') => {
    const document = await any(list)
    const balance = Number(document?.Balance ?? 0)
    if (!document || balance <= 0) return
    const amount = random.next() < 0.5 ? balance : Math.round(balance * 50) / 100
    const type = list === 'invoices' ? 'Invoice' : 'Bill'
    const bank = (await company.state()).accounts?.find(({ Name }) => Name === 'Checking')
    await company.write(entity, {
      ...(list === 'invoices'
        ? { CustomerRef: document.CustomerRef }
        : {
            VendorRef: document.VendorRef,
            PayType: 'Check',
            CheckPayment: { BankAccountRef: { value: bank?.Id } },
          }),
      TotalAmt: amount,
      Line: [{ Amount: amount, LinkedTxn: [{ TxnId: document.Id, TxnType: type }] }],
    })
  }

  const edits: [() => Promise<void>, ...(() => Promise<void>)[]] = [
    async () => {
      const customer = (await any('customers'))?.Id ?? ''
      const number = nextName('R')
      await company.write('invoice', invoiceFields({ customer, number, amount: 120.5 }))
    },
    async () => {
      const bill = await any('bills')
      const { VendorRef, Line } = bill ?? { VendorRef: undefined, Line: undefined }
      if (bill) await company.write('bill', { VendorRef, Line, DocNumber: nextName('B') })
    },
    async () => void (await company.write('vendor', { DisplayName: nextName('Vendor') })),
    () => change('customer', 'customers', { DisplayName: nextName('Customer') }),
    () => change('vendor', 'vendors', { DisplayName: nextName('Renamed') }),
    () => change('vendor', 'vendors', { Active: random.next() < 0.5 }),
    () => change('account', 'accounts', { Name: nextName('Account') }),
    () => change('invoice', 'invoices', { DocNumber: nextName('N') }),
    () => change('invoice', 'invoices', { DueDate: '2026-12-24' }),
    () => change('bill', 'bills', { DocNumber: nextName('D') }),
    () => pay('payment', 'invoices'),
    () => pay('payment', 'invoices'),
    () => pay('billpayment', 'bills'),
    () => remove('payment', 'payments'),
    () => remove('payment', 'payments', 'update&include=void'),
    () => remove('billpayment', 'billPayments'),
    () => remove('invoice', 'invoices'),
    () => remove('invoice', 'invoices', 'void'),
    () => remove('bill', 'bills'),
    () => remove('creditmemo', 'creditMemos'),
  ]

  return async (): Promise<void> => {
    // QuickBooks refuses some, such as deleting an invoice that was paid.
    await random
      .pick(edits)()
      .catch((error: unknown) => {
        if (!String(error).includes('was refused')) throw error
      })
  }
}

const idOf = ({ Id, SyncToken }: Entity) => ({ Id, SyncToken })
