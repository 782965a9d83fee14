// Which failure replaces the vendors page, and what people can do about it.
import type { QboAccount } from '@invoice-desk/contract/accounting/accounting-vendors'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api/api-error.ts'
import type { Endless } from '../../../shared/lists/use-infinite-list.ts'
import type { VendorPart } from '../api.ts'
import { needsConnection } from './not-connected.tsx'
import type { FormProblem } from './use-vendor-form.ts'

export type PageProblem = FormProblem & {
  readonly backLabel?: string
  readonly onRetry?: () => void
  readonly onBack?: () => void
}

type Sources = {
  readonly list: Endless<VendorPart>
  readonly accounts: UseQueryResult<QboAccount[]>
  readonly isFormOpen: boolean
}

export const useProblem = ({ list, accounts, isFormOpen }: Sources) => {
  const [formProblem, setFormProblem] = useState<FormProblem>()
  /** When the failure that the user dismissed happened. */
  const [dismissedAt, setDismissedAt] = useState(0)
  const backLabel = isFormOpen ? 'Back to the form' : 'Back to the vendors'

  const find = (): PageProblem | undefined => {
    if (formProblem) return { ...formProblem, backLabel, onBack: () => setFormProblem(undefined) }
    if (list.data === undefined && list.isError && !isRefusal(list.error)) {
      return { code: 'vendors_failed', error: list.error, onRetry: () => void list.refetch() }
    }
    const hasFailed = accounts.data === undefined && accounts.isError
    // Without a connection, the list is still useful. Only the form needs the accounts.
    const isShownInPage =
      isRefusal(accounts.error) || (needsConnection(accounts.error) && !isFormOpen)
    if (!hasFailed || isShownInPage || accounts.errorUpdatedAt === dismissedAt) return undefined
    return {
      code: 'qbo_accounts_failed',
      error: accounts.error,
      backLabel,
      onRetry: () => void accounts.refetch(),
      onBack: () => setDismissedAt(accounts.errorUpdatedAt),
    }
  }

  return { problem: find(), onFormProblem: setFormProblem }
}
