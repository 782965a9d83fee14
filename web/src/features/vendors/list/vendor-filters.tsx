// The filters of the vendor list.
import { DETAILS_LABELS, DETAILS_STATES } from '@invoice-desk/contract/vendors/vendors'
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { optionFilter } from '../../../shared/ui/list/option-filter.tsx'
import type { VendorView } from './vendor-view.ts'

type OnView = (part: Partial<VendorView>) => void

/** Before the name of an account, so no name can equal another option. */
const NAMED = 'name:'

export const filtersOf = (
  view: VendorView,
  onView: OnView,
  accounts: readonly string[],
): readonly Filter[] => [
  optionFilter({
    label: 'Bill account',
    options: [
      { value: 'no', label: 'No bill account' },
      { value: 'yes', label: 'Has a bill account' },
      ...accounts.map((name) => ({ value: NAMED + name, label: name })),
    ],
    value: view.account ? NAMED + view.account : view.hasAccount,
    onValue: (value) =>
      onView(
        value.startsWith(NAMED)
          ? { account: value.slice(NAMED.length), hasAccount: '' }
          : { account: '', hasAccount: value as VendorView['hasAccount'] },
      ),
  }),
  optionFilter({
    label: '1099',
    options: [
      { value: 'yes', label: 'Tracked' },
      { value: 'no', label: 'Not tracked' },
    ],
    value: view.track1099,
    onValue: (value) => onView({ track1099: value as VendorView['track1099'] }),
  }),
  optionFilter({
    label: 'Details',
    options: DETAILS_STATES.map((value) => ({ value, label: DETAILS_LABELS[value] })),
    value: view.details,
    onValue: (value) => onView({ details: value as VendorView['details'] }),
  }),
  optionFilter({
    label: 'QuickBooks',
    options: [{ value: 'yes', label: 'Not in QuickBooks' }],
    value: view.missing,
    onValue: (value) => onView({ missing: value as VendorView['missing'] }),
  }),
]
