// Seeds Harbor & Finch Studio: vendors with bills, and customers with open and paid invoices.
import { addDays, dayFromToday } from '../records/time.ts'
import { BILL_PAYMENTS, BILLS, CUSTOMERS, INVOICES, PAYMENTS, VENDORS } from './harbor-data.ts'
import { seedLists } from './lists.ts'
import { expenseLine, type Planter } from './planter.ts'

export const seedHarborFinch = (planter: Planter): void => {
  seedLists(planter)
  seedNames(planter)
  seedSales(planter)
  seedPurchases(planter)
}

const address = (City: string) => ({
  Line1: '120 Main Street',
  City,
  CountrySubDivisionCode: 'OR',
  PostalCode: '97201',
})

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
      BillAddr: currency ? { City: city } : address(city),
      ...(currency && { CurrencyRef: { value: currency } }),
    })
}

const seedSales = ({ plant, ref, link, saleLine }: Planter): void => {
  for (const [DocNumber, customer, day, item, quantity, price, rate] of INVOICES)
    plant('Invoice', DocNumber, {
      DocNumber,
      CustomerRef: ref('Customer', customer),
      TxnDate: dayFromToday(day),
      DueDate: addDays(dayFromToday(day), 30),
      Line: [saleLine(item, quantity, price)],
      ...(rate && { ExchangeRate: rate }),
    })
  for (const [customer, day, method, reference, applied] of PAYMENTS)
    plant('Payment', `${customer} ${day}`, {
      CustomerRef: ref('Customer', customer),
      TotalAmt: Object.values(applied).reduce((sum, amount) => sum + amount, 0),
      TxnDate: dayFromToday(day),
      PaymentMethodRef: ref('PaymentMethod', method),
      ...reference,
      Line: Object.entries(applied).map(([invoice, amount]) => link('Invoice', invoice, amount)),
    })
  for (const [DocNumber, customer, day, hours] of [
    ['CM-101', 'Driftwood Inn', -22, 2],
    ['CM-102', 'Cobalt Coffee Roasters', -5, 1],
  ] as const)
    plant('CreditMemo', DocNumber, {
      DocNumber,
      CustomerRef: ref('Customer', customer),
      TxnDate: dayFromToday(day),
      PrivateNote: 'Agreed by phone',
      Line: [saleLine('Design', hours, 95)],
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
