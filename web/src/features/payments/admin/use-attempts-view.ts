// Which part of the list is in view, and which payment is open. Both stand in the address: mails link to one.
import { ATTEMPT_VIEWS } from '@invoice-desk/contract/payments-admin'
import { useSearchParams } from 'react-router'
import { currentParams, useAddressView } from '../../../shared/use-address-view.ts'
import type { AttemptsView } from './api.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const readView = (params: URLSearchParams): AttemptsView => ({
  view: ATTEMPT_VIEWS.find((view) => view === params.get('view')) ?? 'all',
  search: (params.get('search') ?? '').trim().slice(0, 200),
})

/** Only what differs from the ordinary is written. */
export const writeView = ({ view, search }: AttemptsView): Record<string, string> => ({
  ...(view === 'all' ? {} : { view }),
  ...(search && { search }),
})

export const useAttemptsView = () => {
  const [view, onView] = useAddressView(readView, writeView)
  const [params, setParams] = useSearchParams()
  const attempt = params.get('attempt') ?? ''
  const show = (more: { attempt?: string }) =>
    setParams({ ...writeView(readView(currentParams())), ...more }, { preventScrollReset: true })
  return {
    view,
    onView,
    openId: UUID.test(attempt) ? attempt : undefined,
    /** A step of its own, so that the back button closes it again. */
    onOpen: (id: string) => show({ attempt: id }),
    onClose: () => show({}),
  }
}
