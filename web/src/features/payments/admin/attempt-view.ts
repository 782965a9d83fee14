// The list's filters, sort order and open payment or payment link, all kept in the URL so that emails can link to a payment.

import { ATTEMPT_STATES, type AttemptState } from '@invoice-desk/contract/payments/admin'
import {
  ATTEMPT_SORTS,
  ATTEMPT_VIEWS,
  type AttemptSort,
  type AttemptView,
} from '@invoice-desk/contract/payments/list'
import {
  PAYMENT_METHOD_IDS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import { uuid } from '@invoice-desk/contract/values/ids'
import { useSearchParams } from 'react-router'
import { chosenOf, rangeFields, readAmounts, readDays } from '../../../shared/lists/filter-range.ts'
import {
  currentParams,
  givenIn,
  useAddressView,
  writeView,
} from '../../../shared/lists/use-url-filters.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { type LinkTarget, readLinkTarget, writeLinkTarget } from '../pay-links/link-target.ts'

/** Empty texts don't filter. Days and amounts are ranges (`filter-range.ts`). */
export type AttemptsView = {
  readonly view: AttemptView
  readonly search: string
  /** Separated by commas, as are the methods. */
  readonly state: string
  readonly method: string
  readonly received: string
  readonly started: string
  readonly amount: string
  readonly refunded: '' | 'yes'
  readonly sort: AttemptSort
}

export const statesOf = ({ state }: AttemptsView): AttemptState[] => chosenOf(ATTEMPT_STATES, state)

export const methodsOf = ({ method }: AttemptsView): PaymentMethod[] =>
  chosenOf(PAYMENT_METHOD_IDS, method)

export const readView = (params: URLSearchParams): AttemptsView => {
  const textOf = (name: string) => (params.get(name) ?? '').trim()
  return {
    view: ATTEMPT_VIEWS.find((view) => view === params.get('view')) ?? 'all',
    search: textOf('search').slice(0, 200),
    state: chosenOf(ATTEMPT_STATES, textOf('state')).join(','),
    method: chosenOf(PAYMENT_METHOD_IDS, textOf('method')).join(','),
    received: readDays(textOf('received')),
    started: readDays(textOf('started')),
    amount: readAmounts(textOf('amount')),
    refunded: textOf('refunded') === 'yes' ? 'yes' : '',
    sort: ATTEMPT_SORTS.find((sort) => sort === params.get('sort')) ?? '-started',
  }
}

/** What the server is asked for. */
export const filterOf = (view: AttemptsView, today: string) => {
  const { received, started, amount, ...rest } = view
  return givenIn({
    ...rest,
    ...rangeFields('received', received, today),
    ...rangeFields('started', started, today),
    ...rangeFields('amount', amount, today),
  })
}

/** The list as it is, with a payment open. */
export const pathOf = (view: AttemptsView, attempt: string): string =>
  paths.paymentsAdmin({ ...writeView(view, readView), attempt })

/** The list as it is, with the dialog for payment links open. */
export const linkPathOf = (view: AttemptsView, target: LinkTarget): string =>
  paths.paymentsAdmin({ ...writeView(view, readView), link: writeLinkTarget(target) })

export const useAttemptsView = () => {
  const [view, onView] = useAddressView(readView)
  const [params, setParams] = useSearchParams()
  return {
    view,
    onView,
    openId: uuid.safeParse(params.get('attempt')).data,
    link: readLinkTarget(params.get('link')),
    // Not a step of its own, so that Back doesn't open it again.
    onClose: () =>
      setParams(writeView(readView(currentParams()), readView), {
        replace: true,
        preventScrollReset: true,
      }),
  }
}

export const VIEW_LABELS = { all: 'All', open: 'In progress', review: 'Needs review' } as const
