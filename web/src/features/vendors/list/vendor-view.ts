// The filters and sort order of the vendor list, kept in the URL.
import { QBO_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import {
  DETAILS_STATES,
  type DetailsState,
  VENDOR_SORTS,
  type VendorSort,
} from '@invoice-desk/contract/vendors/vendors'

/** Empty texts don't filter. */
export type VendorView = {
  readonly search: string
  /** The whole name. */
  readonly account: string
  readonly hasAccount: '' | 'yes' | 'no'
  readonly track1099: '' | 'yes' | 'no'
  readonly details: '' | DetailsState
  /** In QuickBooks. */
  readonly missing: '' | 'yes'
  readonly sort: VendorSort
}

export const readView = (params: URLSearchParams): VendorView => {
  const textOf = (name: string) => (params.get(name) ?? '').trim()
  const choiceOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === textOf(name)) ?? ''
  return {
    search: textOf('search').slice(0, 200),
    account: textOf('account').slice(0, QBO_NAME_LENGTH_MAX),
    hasAccount: choiceOf('hasAccount', ['yes', 'no']),
    track1099: choiceOf('track1099', ['yes', 'no']),
    details: choiceOf('details', DETAILS_STATES),
    missing: choiceOf('missing', ['yes']),
    sort: VENDOR_SORTS.find((sort) => sort === params.get('sort')) ?? 'vendor',
  }
}

/** The views that everyone has. */
export const BUILT_IN_VIEWS = [
  { name: 'All', query: '' },
  { name: 'No bill account', query: 'hasAccount=no' },
  { name: 'Tracked for 1099', query: 'track1099=yes' },
  { name: 'Lacks 1099 data', query: 'details=lacking' },
  { name: 'Not in QuickBooks', query: 'missing=yes' },
] as const
