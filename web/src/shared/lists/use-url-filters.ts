// Keeps a list's filters in the URL, so Back and Reload restore them.
import { useSearchParams } from 'react-router'

type View = Readonly<Record<string, string>>
export type Read<V extends View = View> = (params: URLSearchParams) => V

/** The current URL, which is ahead of what React has rendered while a change is pending. */
export const currentParams = () => new URLSearchParams(window.location.search)

/** Leaves out the defaults, which are what an empty query parses to. */
export const writeView = <V extends View>(view: V, read: Read<V>): Record<string, string> => {
  const defaults = read(new URLSearchParams())
  return Object.fromEntries(
    Object.entries(view).filter(([name, value]) => value !== defaults[name]),
  )
}

/** The same for every query that shows the same list. */
export const normalizeQuery = <V extends View>(query: string, read: Read<V>): string =>
  new URLSearchParams(writeView(read(new URLSearchParams(query)), read)).toString()

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], ''> }

/** What the server is asked for. Empty texts don't filter. */
export const givenIn = <Fields extends Readonly<Record<string, string>>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')) as Given<Fields>

/** The filters, and a function to change some of them. */
export const useAddressView = <V extends View>(read: Read<V>) => {
  const [params, setParams] = useSearchParams()
  const change = (part: Partial<V>) =>
    setParams(writeView({ ...read(currentParams()), ...part }, read), {
      replace: true,
      preventScrollReset: true,
    })
  return [read(params), change] as const
}
