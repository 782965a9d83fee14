// The search and sort order of the vendor list, kept in the URL.
import { VENDOR_SORTS } from '@invoice-desk/contract/vendors'
import { useAddressView } from '../../../shared/use-address-view.ts'
import type { VendorView } from '../api.ts'

export const readView = (params: URLSearchParams): VendorView => ({
  search: (params.get('search') ?? '').trim().slice(0, 200),
  sort: VENDOR_SORTS.find((sort) => sort === params.get('sort')) ?? 'vendor',
})

export const useVendorView = () => useAddressView(readView)
