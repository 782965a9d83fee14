// The tabs of the vendors page, kept in the URL.
import { useSearchParams } from 'react-router'
import { paths } from '../../../shared/navigation/paths.ts'

export const TABS = [
  {
    name: 'vendors',
    label: 'Vendors',
    intro: "Map each contractor's email to a vendor and a bill account.",
  },
  {
    name: 'invitations',
    label: 'Invitations',
    intro: 'Ask vendors for their details, and review what they send.',
  },
  { name: '1099', label: '1099', intro: 'See what you paid to vendors that get a 1099 form.' },
] as const
export type Tab = (typeof TABS)[number]['name']

/** Names of parameters that aren't filters of the list. */
const OWN = ['tab', 'review', 'edit']

/** The address of a tab. The list's filters stay in it, so they're still there on the way back. */
export const tabAddress = (tab: Tab, params = new URLSearchParams(), review?: string): string => {
  const filters = [...params].filter(([name]) => !OWN.includes(name))
  const query = new URLSearchParams(filters)
  if (review) query.set('review', review)
  else if (tab !== 'vendors') query.set('tab', tab)
  return query.size === 0 ? paths.vendors() : `${paths.vendors()}?${query}`
}

/** The open tab, and the addresses of the others. */
export const useTab = () => {
  const [params] = useSearchParams()
  const review = params.get('review') ?? undefined
  // A link to a review needs no tab.
  const opened = review ? 'invitations' : params.get('tab')
  const { name: tab, intro } = TABS.find(({ name }) => name === opened) ?? TABS[0]
  return {
    tab,
    intro,
    /** The invitation whose details are reviewed. */
    review,
    addressOf: (name: Tab, review?: string) => tabAddress(name, params, review),
  }
}
