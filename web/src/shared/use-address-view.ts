// The part of a list that is in view stands in the address, so that going back and reloading find it again.
import { useSearchParams } from 'react-router'

/** What the address says now. It is ahead of what is drawn while a change is on its way. */
export const currentParams = () => new URLSearchParams(window.location.search)

/** The view, and a way to change part of it. */
export const useAddressView = <View>(
  read: (params: URLSearchParams) => View,
  write: (view: View) => Record<string, string>,
) => {
  const [params, setParams] = useSearchParams()
  const change = (part: Partial<View>) =>
    setParams(write({ ...read(currentParams()), ...part }), {
      replace: true,
      preventScrollReset: true,
    })
  return [read(params), change] as const
}
