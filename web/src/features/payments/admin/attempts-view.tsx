// The list's filters and the open payment, both kept in the URL so that emails can link to a payment.
import { uuid } from '@invoice-desk/contract/ids'
import { ATTEMPT_VIEWS } from '@invoice-desk/contract/payments-admin'
import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
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

export const pathOf = (view: AttemptsView, open: { attempt?: string } = {}): string =>
  `${paths.paymentsAdmin()}?${new URLSearchParams({ ...writeView(view), ...open })}`

export const useAttemptsView = () => {
  const [view, onView] = useAddressView(readView)
  const [params, setParams] = useSearchParams()
  return {
    view,
    onView,
    openId: uuid.safeParse(params.get('attempt')).data,
    onClose: () => setParams(writeView(readView(currentParams())), { preventScrollReset: true }),
  }
}

type AttemptLinkProps = { readonly id: string; readonly label: string; readonly children: string }

/** Opens a payment's dialog. As a link it adds a history entry, so the back button closes the dialog. */
export const AttemptLink = ({ id, label, children }: AttemptLinkProps) => {
  const [params] = useSearchParams()
  return (
    <Button
      component={AppLink}
      variant="default"
      size="xs"
      aria-label={label}
      to={pathOf(readView(params), { attempt: id })}
      preventScrollReset
    >
      {children}
    </Button>
  )
}
