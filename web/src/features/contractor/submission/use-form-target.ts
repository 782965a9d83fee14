// Finds the bill that the URL asks to correct or to submit again.
import { BILL_STATUSES } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { billsQuery } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { forgetWantedBill, takeWantedBill } from '../verification/wanted-bill.ts'
import type { FormTarget } from './form-target.ts'

/** `target` is undefined if the URL names no bill, or none that the form is for. `notice` says why. */
export const useFormTarget = (contractor: Contractor) => {
  const [params, setParams] = useSearchParams()
  const { data, isPending } = useQuery(billsQuery(contractor))
  const [opened, setOpened] = useState<FormTarget>()
  const again = params.get('again')
  const id = params.get('bill') ?? again

  // The emailed verification link doesn't name the bill that its reader wanted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after verification.
  useEffect(() => {
    const wanted = id ? undefined : takeWantedBill(contractor.email)
    if (wanted) setParams({ bill: wanted }, { replace: true })
  }, [])

  const bill = data?.bills.find((each) => each.id === id)
  const found = bill && targetOf(bill, again !== null)
  // Until the URL changes, the form stays open for the bill as it was, even if it changes.
  const isOpened = opened !== undefined && 'bill' in opened && opened.bill.id === id
  useEffect(() => {
    if (!id) setOpened(undefined)
    else if (found && !isOpened) setOpened(found)
  }, [id, found, isOpened])
  const target = isOpened ? opened : found
  return {
    target,
    isLoading: id !== null && isPending,
    notice: id && data && !target ? noticeOf(bill) : undefined,
    close: () => {
      forgetWantedBill()
      if (id) setParams({}, { replace: true, preventScrollReset: true })
    },
  }
}

const targetOf = (bill: ContractorBill, isAgain: boolean): FormTarget | undefined => {
  if (isAgain) return bill.status === 'rejected' ? { kind: 'again', bill } : undefined
  return bill.isCorrectable ? { kind: 'correction', bill } : undefined
}

const noticeOf = (bill: ContractorBill | undefined): string =>
  bill
    ? `You can't correct invoice ${bill.invoiceNumber} here. Its status is ${BILL_STATUSES[bill.status].label}.`
    : "We couldn't find that invoice among your bills."
