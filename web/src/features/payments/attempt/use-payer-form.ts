// The payer's form at work: typed values that outlast a reload, problems beside fields, and the focus.
import { useRef, useState } from 'react'
import { payerDraft } from './payer-draft.ts'
import type { PayerFields, PayerProblems, TextField } from './payer-fields.ts'
import { problemsOf } from './payer-fields.ts'

export type PayerForm = ReturnType<typeof usePayerForm>

const ORDER = ['companyName', 'payerName', 'email', 'consent'] as const

export const usePayerForm = () => {
  const [fields, setFields] = useState<PayerFields>(() => payerDraft().read())
  const [problems, setProblems] = useState<PayerProblems>({})
  const inputs = useRef<Partial<Record<keyof PayerFields, HTMLInputElement | null>>>({})

  const change = <K extends keyof PayerFields>(name: K, value: PayerFields[K]) => {
    const next = { ...fields, [name]: value }
    setFields(next)
    setProblems({ ...problems, [name]: undefined })
    payerDraft().keep(next)
  }
  return {
    fields,
    problems,
    change,
    inputProps: (name: TextField) => ({
      ref: (input: HTMLInputElement | null) => {
        inputs.current[name] = input
      },
      value: fields[name],
      error: problems[name],
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        change(name, currentTarget.value),
      // Told when the field is left; an empty one only when the form is submitted.
      onBlur: () => {
        if (fields[name] !== '') setProblems({ ...problems, [name]: problemsOf(fields)[name] })
      },
    }),
    consentRef: (input: HTMLInputElement | null) => {
      inputs.current.consent = input
    },
    /** False, with the problems shown and the first of them focused, when there are any. */
    show: (found: PayerProblems): boolean => {
      setProblems(found)
      const first = ORDER.find((name) => found[name] !== undefined)
      if (first) inputs.current[first]?.focus()
      return first === undefined
    },
  }
}
