// Keeps a list's filters in the URL, so Back and Reload restore them.
import { useSearchParams } from 'react-router'

type Read<View> = (params: URLSearchParams) => View

/** The current URL, which is ahead of what React has rendered while a change is pending. */
export const currentParams = () => new URLSearchParams(window.location.search)

/** Leaves out the defaults, which are what an empty query parses to. */
export const writeView = <View extends Readonly<Record<string, string>>>(
  view: View,
  read: Read<View>,
): Record<string, string> => {
  const defaults = read(new URLSearchParams())
  return Object.fromEntries(
    Object.entries(view).filter(([name, value]) => value !== defaults[name]),
  )
}

/** The filters, and a function to change some of them. */
export const useAddressView = <View extends Readonly<Record<string, string>>>(read: Read<View>) => {
  const [params, setParams] = useSearchParams()
  const change = (part: Partial<View>) =>
    setParams(writeView({ ...read(currentParams()), ...part }, read), {
      replace: true,
      preventScrollReset: true,
    })
  return [read(params), change] as const
}
