// `/vendors?edit=<email>` opens the form for that mapping.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { mappingQuery } from '../api.ts'

export const useEditLink = (open: (mapping: VendorMapping) => void) => {
  const [params, setParams] = useSearchParams()
  const { data: mapping } = useQuery(mappingQuery(params.get('edit') ?? ''))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mapping that is asked for.
  useEffect(() => {
    if (!mapping) return
    open(mapping)
    // It has been followed: a reload shows the list.
    const { edit: _followed, ...others } = Object.fromEntries(params)
    setParams(others, { replace: true })
  }, [mapping])
}
