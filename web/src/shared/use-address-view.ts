// Keeps a list's filters in the URL, so Back and Reload restore them.
import { useSearchParams } from 'react-router'

/** The current URL, which is ahead of what React has rendered while a change is pending. */
export const currentParams = () => new URLSearchParams(window.location.search)

/** The filters, and a function to change some of them. */
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
