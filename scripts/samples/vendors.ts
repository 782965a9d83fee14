// Mapped vendors of the sample company, with the names and emails that the sandbox's QuickBooks has for them.
// Some vendors are left out, so that there's something to map.

type SampleVendor = {
  readonly email: string
  readonly vendor: string
  readonly qbBillAccount: string
}

export const VENDORS = [
  ['hello@blueheron.example', 'Blue Heron Photography', 'Cost of Goods Sold:Photography'],
  ['accounts@cedarstreet.example', 'Cedar Street Printing', 'Cost of Goods Sold:Print Production'],
  ['dana@whitfield.example', 'Dana Whitfield', 'Cost of Goods Sold:Subcontractors'],
  ['maya@lindqvist.example', 'Maya Lindqvist Illustration', 'Cost of Goods Sold:Subcontractors'],
  ['office@alderash.example', 'Alder & Ash Carpentry', 'Repairs & Maintenance'],
  ['billing@beaconweb.example', 'Beacon Web Services', 'Office Expenses:Software'],
  ['events@gullrock.example', 'Gull Rock Catering', 'Meals & Entertainment'],
  ['billing@kestrel.example', 'Kestrel Courier', 'Office Expenses:Postage & Courier'],
].map(
  ([email = '', vendor = '', qbBillAccount = '']): SampleVendor => ({
    email,
    vendor,
    qbBillAccount,
  }),
)
