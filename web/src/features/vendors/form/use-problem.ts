// Which failure, if any, fills the whole screen right now.
import type { QboAccount } from '@invoice-desk/contract/accounting'
import { ERRORS } from '@invoice-desk/contract/errors'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal } from '../../../shared/api-error.ts'
import type { Endless } from '../../../shared/use-endless.ts'
import type { VendorPart } from '../api.ts'
import type { FormProblem } from './use-vendor-form.ts'
import { needsConnection, type VendorProblemProps } from './vendor-problem.tsx'

type Sources = {
  readonly list: Endless<VendorPart>
  readonly accounts: UseQueryResult<QboAccount[]>
  readonly isFormOpen: boolean
}

export const useProblem = ({ list, accounts, isFormOpen }: Sources) => {
  const [formProblem, setFormProblem] = useState<FormProblem>()
  /** When the failure happened that was seen and left behind. */
  const [seenAt, setSeenAt] = useState(0)
  const backLabel = isFormOpen ? 'Back to the form' : 'Back to the vendors'

  const find = (): VendorProblemProps | undefined => {
    if (formProblem) return { ...formProblem, backLabel, onBack: () => setFormProblem(undefined) }
    const hasNoList = list.data === undefined && list.isError && !isRefusal(list.error)
    if (hasNoList) {
      const message = ERRORS.vendors_failed.text
      return { message, error: list.error, onRetry: () => void list.refetch() }
    }
    const hasNoAccounts = accounts.data === undefined && accounts.isError
    // Without a connection the list is still of use; only the form needs the accounts.
    const isState = isRefusal(accounts.error) || (needsConnection(accounts.error) && !isFormOpen)
    if (!hasNoAccounts || isState || accounts.errorUpdatedAt === seenAt) return undefined
    return {
      message: ERRORS.qbo_accounts_failed.text,
      error: accounts.error,
      backLabel,
      onRetry: () => void accounts.refetch(),
      onBack: () => setSeenAt(accounts.errorUpdatedAt),
    }
  }

  return { problem: find(), onFormProblem: setFormProblem }
}
