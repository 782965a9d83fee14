// Seeds Harbor & Finch Studio: vendors with bills, and customers with open and paid invoices.
import { addDays, dayFromToday } from '../records/time.ts'
import {
  BILL_PAYMENTS,
  BILLS,
  CITIES,
  type City,
  CUSTOMERS,
  PAYMENTS,
  VENDORS,
} from './harbor-data.ts'
import { INVOICES } from './harbor-invoices.ts'
import { seedLists } from './lists.ts'
import { expenseLine, type Planter } from './planter.ts'

export const seedHarborFinch = (planter: Planter): void => {
  seedLists(planter)
  seedNames(planter)
  seedInvoices(planter)
  seedSales(planter)
  seedPurchases(planter)
}

const address = (City: City) => {
  const [CountrySubDivisionCode, PostalCode] = CITIES[City]
  return { Line1: '120 Main Street', City, CountrySubDivisionCode, PostalCode }
}

const seedNames = ({ plant, retire }: Planter): void => {
  for (const [DisplayName, Address, city, taxId] of VENDORS)
    plant('Vendor', DisplayName, {
      DisplayName,
      CompanyName: DisplayName,
      PrimaryEmailAddr: { Address },
      BillAddr: address(city),
      ...(taxId !== undefined && { Vendor1099: true }),
      ...(taxId && { TaxIdentifier: taxId }),
    })
  plant('Vendor', 'Quill Paper Supply', { DisplayName: 'Quill Paper Supply' })
  retire('Vendor', 'Quill Paper Supply')
  for (const [DisplayName, contact, Address, city, currency] of CUSTOMERS)
    plant('Customer', DisplayName, {
      DisplayName,
      CompanyName: DisplayName,
      GivenName: contact.split(' ')[0],
      FamilyName: contact.split(' ')[1],
      PrimaryEmailAddr: { Address },
      BillAddr: city === 'Berlin' ? { City: city } : address(city),
      ...(currency && { CurrencyRef: { value: currency } }),
    })
}

type Seed = (typeof INVOICES)[number]

const invoiceLines = ({ ref, saleLine }: Planter, [, , , lines, extras = {}]: Seed): unknown[] => {
  const { note, bundle, discountPercent, shipping } = extras
  const items = lines.map(([item, text, quantity, price, day]) =>
    saleLine(item, quantity, price, text, day === undefined ? undefined : dayFromToday(day)),
  )
  const group = { GroupItemRef: bundle && ref('Item', bundle), Quantity: 1, Line: items }
  const discount = { PercentBased: true, DiscountPercent: discountPercent }
  const itemOfShipping = { ItemRef: { value: 'SHIPPING_ITEM_ID' } }
  return [
    ...(note ? [{ DetailType: 'DescriptionOnly', Description: note }] : []),
    ...(bundle
      ? [{ DetailType: 'GroupLineDetail', Description: bundle, GroupLineDetail: group }]
      : items),
    ...(discountPercent
      ? [{ DetailType: 'DiscountLineDetail', DiscountLineDetail: discount }]
      : []),
    ...(shipping
      ? [
          {
            DetailType: 'SalesItemLineDetail',
            Amount: shipping,
            SalesItemLineDetail: itemOfShipping,
          },
        ]
      : []),
  ]
}

const taxOf = ([, , , , extras]: Seed) => {
  if (!extras?.tax) return {}
  const { percent, net, amount } = extras.tax
  const TaxLineDetail = { PercentBased: true, TaxPercent: percent, NetAmountTaxable: net }
  const TaxLine = [{ Amount: amount, DetailType: 'TaxLineDetail', TaxLineDetail }]
  return { TxnTaxDetail: { TotalTax: amount, TaxLine } }
}

const seedInvoices = (planter: Planter): void => {
  for (const seed of INVOICES) {
    const [DocNumber, customer, day, , { message, exchangeRate } = {}] = seed
    planter.plant('Invoice', DocNumber, {
      DocNumber,
      CustomerRef: planter.ref('Customer', customer),
      TxnDate: dayFromToday(day),
      DueDate: addDays(dayFromToday(day), 30),
      Line: invoiceLines(planter, seed),
      ...taxOf(seed),
      ...(message && { CustomerMemo: { value: message } }),
      ...(exchangeRate && { ExchangeRate: exchangeRate }),
    })
  }
}

/** Payments and credit memos. */
const seedSales = ({ plant, ref, link, saleLine }: Planter): void => {
  for (const [customer, day, method, reference, applied] of PAYMENTS)
    plant('Payment', `${customer} ${day}`, {
      CustomerRef: ref('Customer', customer),
      TotalAmt: Object.values(applied).reduce((sum, amount) => sum + amount, 0),
      TxnDate: dayFromToday(day),
      PaymentMethodRef: ref('PaymentMethod', method),
      ...reference,
      Line: Object.entries(applied).map(([invoice, amount]) => link('Invoice', invoice, amount)),
    })
  for (const [DocNumber, customer, day, hours, text] of [
    ['CM-101', 'Driftwood Inn', -22, 2, 'Two hours for the map, which we redid'],
    ['CM-102', 'Cobalt Coffee Roasters', -5, 1, 'One hour for the late proof'],
  ] as const)
    plant('CreditMemo', DocNumber, {
      DocNumber,
      CustomerRef: ref('Customer', customer),
      TxnDate: dayFromToday(day),
      PrivateNote: 'Agreed by phone',
      Line: [saleLine('Design', hours, 95, text)],
    })
  // A credit memo is applied by a payment of zero that links it and the invoice.
  plant('Payment', 'CM-101 to 1012', {
    CustomerRef: ref('Customer', 'Driftwood Inn'),
    TotalAmt: 0,
    TxnDate: dayFromToday(-20),
    Line: [link('Invoice', '1012', 190), link('CreditMemo', 'CM-101', 190)],
  })
}

const seedPurchases = ({ plant, ref, link }: Planter): void => {
  for (const [vendor, DocNumber, day, dueIn, account, Amount] of BILLS) {
    const TxnDate = dayFromToday(day)
    plant('Bill', DocNumber, {
      VendorRef: ref('Vendor', vendor),
      DocNumber,
      TxnDate,
      DueDate: addDays(TxnDate, dueIn),
      Line: [expenseLine(Amount, ref('Account', account))],
    })
    for (const [, TotalAmt, PayType = 'Check'] of BILL_PAYMENTS.filter(
      ([bill]) => bill === DocNumber,
    ))
      plant('BillPayment', `${DocNumber} ${PayType}`, {
        VendorRef: ref('Vendor', vendor),
        PayType,
        TotalAmt,
        TxnDate: addDays(TxnDate, 10),
        ...(PayType === 'Check'
          ? { CheckPayment: { BankAccountRef: ref('Account', 'Checking') } }
          : { CreditCardPayment: { CCAccountRef: ref('Account', 'Company Card') } }),
        Line: [link('Bill', DocNumber, TotalAmt)],
      })
  }
}
