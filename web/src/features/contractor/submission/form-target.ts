// What the bill form is for: a new bill, a closed one again, a correction that staff requested, or a change of an open bill.
import { BILL_STATUSES, isClosed } from '@invoice-desk/contract/bills/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { normalizeTaskId } from '@invoice-desk/contract/values/ids'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { billQuery } from '../api.ts'
import { dueDateOf } from '../bills/bills.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { forgetWantedBill, takeWantedBill } from '../verification/wanted-bill.ts'
import { type InvoiceFields, NO_FIELDS } from './invoice-fields.ts'

export type EarlierTarget = {
  readonly kind: 'again' | 'correction' | 'change'
  readonly bill: ContractorBill
}
export type FormTarget = { readonly kind: 'new' } | EarlierTarget

export const NEW_BILL: FormTarget = { kind: 'new' }

/** Undefined if the bill can't be changed or submitted again. */
export const targetOf = (bill: ContractorBill, isAgain: boolean): EarlierTarget | undefined => {
  if (isAgain) return isClosed(bill.status) ? { kind: 'again', bill } : undefined
  if (!bill.isEditable) return undefined
  return { kind: bill.isCorrectable ? 'correction' : 'change', bill }
}

/** Why the form isn't open. */
export const noticeOf = (bill: ContractorBill | undefined, hasFailed: boolean): string => {
  if (!bill)
    return hasFailed
      ? "We couldn't load that invoice. Reload the page to try again."
      : "We couldn't find that invoice among your bills."
  const { invoiceNumber, status } = bill
  if (status === 'changes_requested')
    return `Only the person who submitted invoice ${invoiceNumber} can correct it.`
  return `You can't change invoice ${invoiceNumber} here. Its status is ${BILL_STATUSES[status].label}.`
}

/** The bill that is sent again with changes. */
export const changedBill = (target: FormTarget): ContractorBill | undefined =>
  target.kind === 'correction' || target.kind === 'change' ? target.bill : undefined

/** The due date that was submitted. It may have passed since then, and can stay as it is. */
export const keptDueDate = (target: FormTarget): string => {
  const bill = changedBill(target)
  return bill ? dueDateOf(bill) : ''
}

/** Each target has its own draft. */
export const draftNameOf = (target: FormTarget, email: string): string =>
  target.kind === 'new' ? email : `${email} ${target.bill.id}`

/** What the form shows before anything is typed. */
export const startOf = (target: FormTarget): InvoiceFields => {
  if (target.kind === 'new') return NO_FIELDS
  const { amount, invoiceNumber, files } = target.bill
  return {
    ...NO_FIELDS,
    amount: amount.toFixed(2),
    invoiceNumber,
    dueDate: dueDateOf(target.bill),
    files: files.map(({ id, name, bytes }) => ({ kind: 'earlier', id, name, bytes })),
  }
}

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
