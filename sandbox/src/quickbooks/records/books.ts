// One company's records, and the balances of its customers and vendors, which follow from them.
import type { Collection, Store } from '../../store.ts'
import { createIndex, type Loose } from './book-index.ts'
import { ENTITY_NAMES, type EntityName, type EntityOf, type Ref } from './entities.ts'
import { cents, fromCents } from './money.ts'
import { createQueried, type Tombstone } from './queried.ts'
import { storedTime } from './time.ts'

export type Company = {
  readonly realmId: string
  readonly name: string
  readonly multiCurrency: boolean
}
type Operation = 'Create' | 'Update' | 'Delete' | 'Void'
export type Change = {
  readonly realmId: string
  readonly name: EntityName
  readonly Id: string
  readonly operation: Operation
  readonly at: Date
}

export type Books = ReturnType<typeof openBooks>

type Share = readonly [party: EntityName, id: string, amountCents: number]

/** What a record adds to the balance of its customer or vendor. */
const shareOf = (name: EntityName, entity: Loose): Share | undefined => {
  const customer = (entity.CustomerRef as Ref | undefined)?.value ?? ''
  if (name === 'Bill')
    return ['Vendor', (entity.VendorRef as Ref).value, cents(Number(entity.Balance))]
  if (name === 'Invoice') return ['Customer', customer, cents(Number(entity.Balance))]
  if (name === 'CreditMemo') return ['Customer', customer, -cents(Number(entity.Balance))]
  if (name === 'Payment') return ['Customer', customer, -cents(Number(entity.UnappliedAmt))]
  return undefined
}

/** What records add to the balance of each customer or vendor. */
const sharesOf = (name: EntityName, entities: readonly Loose[]): Iterable<Share> => {
  const shares = new Map<string, Share>()
  for (const entity of entities) {
    const share = shareOf(name, entity)
    if (!share) continue
    const [party, id, amountCents] = share
    shares.set(id, [party, id, amountCents + (shares.get(id)?.[2] ?? 0)])
  }
  return shares.values()
}

/** What people set in QuickBooks about their company. */
type CompanySettings = { readonly homeCurrency: string; readonly timeZone: string }

type BookSettings = {
  readonly company: CompanySettings
  readonly queryLag: { readonly seconds: number }
}

export const openBooks = (
  store: Store,
  company: Company,
  onChange: (change: Change) => void,
  settings: () => BookSettings,
) => {
  const collectionOf = <T>(name: string): Collection<T> =>
    store.collection<T>(`quickbooks/${company.realmId}/${name}`)
  const records = (name: EntityName) => collectionOf<Loose>(name)
  const tombstones = collectionOf<Tombstone>('deleted')
  const queried = createQueried(records, tombstones, () => settings().queryLag.seconds)
  const put = (name: EntityName, entity: Loose) => {
    queried.noteWrite(name, entity.Id)
    records(name).set(entity.Id, entity)
  }
  const index = createIndex()
  for (const name of ENTITY_NAMES)
    for (const entity of records(name).list()) {
      index.add(name, entity)
      index.countPast(name, entity.Id)
    }
  for (const tombstone of tombstones.list()) index.countPast(tombstone.name, tombstone.Id)

  /** QuickBooks doesn't treat a new balance as a change of the customer or vendor. */
  const addToBalance = (party: EntityName, id: string, amountCents: number) => {
    const holder = records(party).get(id)
    if (!holder || amountCents === 0) return
    const Balance = fromCents(cents(Number(holder.Balance)) + amountCents)
    const jobs = party === 'Customer' ? { BalanceWithJobs: Balance } : {}
    put(party, { ...holder, Balance, ...jobs })
  }
  const share = (name: EntityName, entity: Loose, sign: 1 | -1) => {
    const [party, id, amountCents] = shareOf(name, entity) ?? []
    if (party && id && amountCents) addToBalance(party, id, sign * amountCents)
  }
  const forget = (name: EntityName, id: string) => {
    const before = records(name).get(id)
    if (!before) return
    index.drop(name, before)
    share(name, before, -1)
  }
  const keep = (name: EntityName, entity: Loose) => {
    put(name, entity)
    index.add(name, entity)
    index.countPast(name, entity.Id)
  }
  const report = (name: EntityName, Id: string, operation: Operation) =>
    onChange({ realmId: company.realmId, name, Id, operation, at: new Date() })

  return {
    company,
    list: <K extends EntityName>(name: K) => collectionOf<EntityOf[K]>(name).list(),
    queried: queried.lists,
    find: <K extends EntityName>(name: K, id = '') => collectionOf<EntityOf[K]>(name).get(id),
    nextId: index.nextId,
    skipUsedIds: index.skipUsed,
    save: <K extends EntityName>(name: K, entity: EntityOf[K], operation: Operation) => {
      forget(name, entity.Id)
      keep(name, entity)
      share(name, entity, 1)
      report(name, entity.Id, operation)
      return entity
    },
    /** Adds new records as if they had been there before: the app gets no webhooks. */
    addQuietly: <K extends EntityName>(name: K, entities: Iterable<EntityOf[K]>): void => {
      const added = [...entities]
      for (const entity of added) keep(name, entity)
      for (const share of sharesOf(name, added)) addToBalance(...share)
    },
    remove: (name: EntityName, Id: string): void => {
      forget(name, Id)
      queried.noteWrite(name, Id)
      records(name).delete(Id)
      queried.bury({ name, Id, LastUpdatedTime: storedTime() })
      report(name, Id, 'Delete')
    },
    findHolder: index.findHolder,
    /** Commits all writes of `work`, or none. */
    together: store.transaction,
    companyInfo: () => companyInfo(company, settings().company),
    preferences: () => preferences(company, settings().company),
    clear: (): void => {
      for (const name of ENTITY_NAMES) records(name).clear()
      queried.clear()
      index.clear()
    },
  }
}

const companyInfo = ({ name, realmId }: Company, { timeZone }: CompanySettings) => ({
  CompanyName: name,
  LegalName: name,
  Country: 'US',
  FiscalYearStartMonth: 'January',
  SupportedLanguages: 'en',
  DefaultTimeZone: timeZone,
  NameValue: [{ Name: 'RealmId', Value: realmId }],
  domain: 'QBO',
  sparse: false,
  Id: '1',
  SyncToken: '0',
})

const preferences = ({ multiCurrency }: Company, { homeCurrency }: CompanySettings) => ({
  CurrencyPrefs: { MultiCurrencyEnabled: multiCurrency, HomeCurrency: { value: homeCurrency } },
  domain: 'QBO',
  sparse: false,
  Id: '1',
  SyncToken: '0',
})
