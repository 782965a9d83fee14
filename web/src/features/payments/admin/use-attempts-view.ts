// The list's filters and the open payment, both kept in the address so that emails can link to a payment.
import { uuid } from '@invoice-desk/contract/ids'
import { ATTEMPT_VIEWS } from '@invoice-desk/contract/payments-admin'
import { useSearchParams } from 'react-router'
import { currentParams, useAddressView } from '../../../shared/use-address-view.ts'
import type { AttemptsView } from './api.ts'

export const readView = (params: URLSearchParams): AttemptsView => ({
  view: ATTEMPT_VIEWS.find((view) => view === params.get('view')) ?? 'all',
  search: (params.get('search') ?? '').trim().slice(0, 200),
})

/** Leaves out defaults. */
export const writeView = ({ view, search }: AttemptsView): Record<string, string> => ({
  ...(view === 'all' ? {} : { view }),
  ...(search && { search }),
})

export const useAttemptsView = () => {
  const [view, onView] = useAddressView(readView)
  const [params, setParams] = useSearchParams()
  const show = (more: { attempt?: string }) =>
    setParams({ ...writeView(readView(currentParams())), ...more }, { preventScrollReset: true })
  return {
    view,
    onView,
    openId: uuid.safeParse(params.get('attempt')).data,
    /** Adds a history entry, so the back button closes the dialog. */
    onOpen: (id: string) => show({ attempt: id }),
    onClose: () => show({}),
  }
}
