// The filters of the vendor list.
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { OptionInput } from '../../../shared/ui/list/option-input.tsx'
import type { VendorView } from './vendor-view.ts'

type OnView = (part: Partial<VendorView>) => void

/** Before the name of an account, so no name can equal the other options. */
const NAMED = 'name:'

const ACCOUNT_OPTIONS = [
  { value: 'no', label: 'No bill account' },
  { value: 'yes', label: 'Any bill account' },
] as const
const TRACKING_OPTIONS = [
  { value: 'yes', label: 'Tracked' },
  { value: 'no', label: 'Not tracked' },
] as const
const MISSING_OPTIONS = [{ value: 'yes', label: 'Not in QuickBooks' }] as const

export const filtersOf = (
  view: VendorView,
  onView: OnView,
  accounts: readonly string[],
): readonly Filter[] => [
  accountFilter(view, onView, accounts),
  optionFilter('1099', 'track1099', TRACKING_OPTIONS, view, onView),
  optionFilter('QuickBooks', 'missing', MISSING_OPTIONS, view, onView),
]

const accountFilter = (
  { account, hasAccount }: VendorView,
  onView: OnView,
  accounts: readonly string[],
): Filter => ({
  label: 'Bill account',
  chosen: account || (ACCOUNT_OPTIONS.find(({ value }) => value === hasAccount)?.label ?? ''),
  inputs: () => (
    <OptionInput
      label="Bill account"
      options={[
        ...ACCOUNT_OPTIONS,
        ...accounts.map((name) => ({ value: NAMED + name, label: name })),
      ]}
      value={account ? NAMED + account : hasAccount}
      onValue={(value) =>
        onView(
          value.startsWith(NAMED)
            ? { account: value.slice(NAMED.length), hasAccount: '' }
            : { account: '', hasAccount: value as VendorView['hasAccount'] },
        )
      }
    />
  ),
  onClear: () => onView({ account: '', hasAccount: '' }),
})

const optionFilter = (
  label: string,
  name: 'track1099' | 'missing',
  options: readonly { readonly value: string; readonly label: string }[],
  view: VendorView,
  onView: OnView,
): Filter => ({
  label,
  chosen: options.find(({ value }) => value === view[name])?.label ?? '',
  inputs: () => (
    <OptionInput
      label={label}
      options={options}
      value={view[name]}
      onValue={(value) => onView({ [name]: value })}
    />
  ),
  onClear: () => onView({ [name]: '' }),
})
