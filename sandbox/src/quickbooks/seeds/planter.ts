// Writes seed records by the API's rules and lets later ones refer to earlier ones by name.
import { writeEntity } from '../bookkeeping/write.ts'
import type { Books } from '../records/books.ts'
import type { EntityName, Ref } from '../records/entities.ts'

export type Planter = ReturnType<typeof createPlanter>

export const createPlanter = (books: Books) => {
  const ids = new Map<string, string>()
  const plant = (name: EntityName, label: string, body: Record<string, unknown>): void => {
    ids.set(`${name}/${label}`, writeEntity(books, name, body).Id)
  }
  const ref = (name: EntityName, label: string): Ref => {
    const value = ids.get(`${name}/${label}`)
    if (!value) throw new Error(`The seeds use ${name} ${label} before it exists`)
    return { value }
  }
  return {
    plant,
    ref,
    link: (TxnType: 'Invoice' | 'CreditMemo' | 'Bill', label: string, Amount: number) => ({
      Amount,
      LinkedTxn: [{ TxnId: ref(TxnType, label).value, TxnType }],
    }),
    saleLine: (
      item: string,
      Qty: number,
      UnitPrice: number,
      Description: string,
      ServiceDate?: string,
    ) => ({
      DetailType: 'SalesItemLineDetail',
      Amount: Math.round(Qty * UnitPrice * 100) / 100,
      Description,
      SalesItemLineDetail: {
        ItemRef: ref('Item', item),
        Qty,
        UnitPrice,
        ...(ServiceDate && { ServiceDate }),
      },
    }),
    retire: (name: 'Vendor' | 'Account', label: string): void => {
      const { value: Id } = ref(name, label)
      const SyncToken = books.find(name, Id)?.SyncToken
      writeEntity(books, name, { Id, SyncToken, sparse: true, Active: false })
    },
  }
}

export const expenseLine = (Amount: number, AccountRef: Ref) => ({
  DetailType: 'AccountBasedExpenseLineDetail',
  Amount,
  AccountBasedExpenseLineDetail: { AccountRef },
})
