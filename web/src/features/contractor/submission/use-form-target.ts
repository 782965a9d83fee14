// Finds the bill that the URL asks to correct or to submit again.
import { normalizeTaskId } from '@invoice-desk/contract/values/ids'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { billQuery } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { forgetWantedBill, takeWantedBill } from '../verification/wanted-bill.ts'
import { type EarlierTarget, noticeOf, targetOf } from './form-target.ts'

/** `target` is undefined if the URL names no bill, or none that the form is for. `notice` says why. */
export const useFormTarget = (contractor: Contractor) => {
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<EarlierTarget>()
  const again = params.get('again')
  const id = normalizeTaskId(params.get('bill') ?? again ?? '')
  // The dashboard has only the newest bills.
  const query = useQuery({ ...billQuery(contractor, id), enabled: id !== '' })

  // The emailed verification link doesn't name the bill that its reader wanted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after verification.
  useEffect(() => {
    const wanted = id || params.has('conversation') ? undefined : takeWantedBill(contractor.email)
    if (wanted) setParams(wanted, { replace: true })
  }, [])

  const bill = query.data?.bills.find((each) => each.id === id)
  const found = bill && targetOf(bill, again !== null)
  const isKnown = found ? found.bill === opened?.bill : id !== ''
  useEffect(() => {
    if (!isKnown) setOpened(found)
  }, [found, isKnown])
  // Until the URL changes, the form stays open even if the bill can't be corrected anymore.
  const target = found ?? (opened?.bill.id === id ? opened : undefined)
  return {
    target,
    isLoading: query.isLoading,
    notice: id && !query.isLoading && !target ? noticeOf(bill, query.isError) : undefined,
    close: () => {
      forgetWantedBill()
      if (id) setParams({}, { replace: true, preventScrollReset: true })
    },
  }
}
