// Which part of the list is in view. It stands in the address, so that going back and reloading find it again.
import { VENDOR_SORTS } from '@invoice-desk/contract/vendors'
import { useSearchParams } from 'react-router'
import type { VendorView } from './api.ts'

const DEFAULT_SORT = 'vendor'

export const readView = (params: URLSearchParams): VendorView => {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    sort: VENDOR_SORTS.find((sort) => sort === params.get('sort')) ?? DEFAULT_SORT,
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

/** Only what differs from the ordinary is written. */
export const writeView = ({ search, sort, page }: VendorView): Record<string, string> => ({
  ...(search ? { search } : {}),
  ...(sort === DEFAULT_SORT ? {} : { sort }),
  ...(page === 1 ? {} : { page: String(page) }),
})

export const useVendorView = () => {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
  /** Another search or order begins at its first page. */
  const change = (part: Partial<VendorView>) =>
    setParams(writeView({ ...view, page: 1, ...part }), {
      replace: true,
      preventScrollReset: part.page === undefined,
    })
  return [view, change] as const
}
