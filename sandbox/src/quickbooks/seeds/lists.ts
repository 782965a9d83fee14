// Seeds the accounts, items and payment methods that every sample company has.
import type { Planter } from './planter.ts'

type AccountSeed = readonly [
  name: string,
  type: string,
  subType: string,
  children?: readonly string[],
]

const ACCOUNTS: readonly AccountSeed[] = [
  ['Checking', 'Bank', 'Checking'],
  ['Savings', 'Bank', 'Savings'],
  ['Accounts Receivable (A/R)', 'Accounts Receivable', 'AccountsReceivable'],
  ['Accounts Payable (A/P)', 'Accounts Payable', 'AccountsPayable'],
  ['Undeposited Funds', 'Other Current Asset', 'UndepositedFunds'],
  ['Company Card', 'Credit Card', 'CreditCard'],
  ['Design Income', 'Income', 'ServiceFeeIncome'],
  ['Sales of Product Income', 'Income', 'SalesOfProductIncome'],
  ['Advertising', 'Expense', 'AdvertisingPromotional'],
  [
    'Office Expenses',
    'Expense',
    'OfficeGeneralAdministrativeExpenses',
    ['Software', 'Stationery', 'Postage & Courier'],
  ],
  [
    'Legal & Professional Fees',
    'Expense',
    'LegalProfessionalFees',
    ['Accounting', 'Legal', 'Consulting'],
  ],
  ['Rent or Lease', 'Expense', 'RentOrLeaseOfBuildings'],
  ['Repairs & Maintenance', 'Expense', 'RepairMaintenance'],
  ['Meals & Entertainment', 'Expense', 'EntertainmentMeals'],
  ['Utilities', 'Expense', 'Utilities', ['Electricity', 'Internet']],
  [
    'Cost of Goods Sold',
    'Cost of Goods Sold',
    'SuppliesMaterialsCogs',
    ['Subcontractors', 'Print Production', 'Photography'],
  ],
  ['Other Miscellaneous Expense', 'Other Expense', 'OtherMiscellaneousExpense', ['Penalties']],
]

export const seedLists = ({ plant, ref, retire }: Planter): void => {
  for (const [Name, AccountType, AccountSubType, children = []] of ACCOUNTS) {
    plant('Account', Name, { Name, AccountType, AccountSubType })
    for (const child of children)
      plant('Account', `${Name}:${child}`, {
        Name: child,
        AccountType,
        AccountSubType,
        ParentRef: ref('Account', Name),
      })
  }
  plant('Account', 'Old Warehouse', { Name: 'Old Warehouse', AccountType: 'Expense' })
  retire('Account', 'Old Warehouse')
  plant('Account', 'Discounts given', {
    Name: 'Discounts given',
    AccountType: 'Income',
    AccountSubType: 'DiscountsRefundsGiven',
  })
  for (const [Name, UnitPrice] of [
    ['Design', 95],
    ['Photography', 140],
    ['Print run', 0],
    ['Hosting', 35],
    ['Signage', 80],
    ['Delivery', 60],
  ] as const)
    plant('Item', Name, { Name, UnitPrice, IncomeAccountRef: ref('Account', 'Design Income') })
  plant('Item', 'Open house kit', { Name: 'Open house kit', Type: 'Group' })
  for (const [Name, Type] of [
    ['Cash', 'NON_CREDIT_CARD'],
    ['Check', 'NON_CREDIT_CARD'],
    ['Credit Card', 'CREDIT_CARD'],
    ['PayPal', 'NON_CREDIT_CARD'],
    ['ACH', 'NON_CREDIT_CARD'],
  ] as const)
    plant('PaymentMethod', Name, { Name, Type })
}
