// The payments page as it is, with the dialog open at another payment link.
import { useSearchParams } from 'react-router'
import { linkPathOf, readView } from '../admin/attempt-view.ts'
import type { LinkTarget } from './link-target.ts'

export const useLinkPath = () => {
  const [params] = useSearchParams()
  return (target: LinkTarget): string => linkPathOf(readView(params), target)
}
