// The form of a new bill at work: typed values, problems beside fields, and where the focus goes.
import { useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  FIELDS,
  type FieldName,
  type InvoiceFields,
  NO_FIELDS,
  type Problems,
  problemsOf,
} from './invoice-fields.ts'

export type BillForm = ReturnType<typeof useBillForm>

export const useBillForm = (
  draft: InvoiceFields | undefined,
  onDraft: (fields: InvoiceFields) => void,
) => {
  const form = useForm<InvoiceFields>({ initialValues: draft ?? NO_FIELDS })
  const fields = form.values
  useEffect(() => onDraft(fields), [fields, onDraft])

  // Whoever opened the form can type at once; on a touch screen a keyboard would only cover it.
  const title = useRef<HTMLHeadingElement>(null)
  const focusStart = useEffectEvent(() => {
    const canType = window.matchMedia('(pointer: fine)').matches
    const start = canType ? form.getInputNode('amount') : title.current
    start?.focus()
  })
  useEffect(() => focusStart(), [])

  const showProblems = (problems: Problems) => {
    form.setErrors(problems)
    const first = FIELDS.find((field) => problems[field] !== undefined)
    if (first) form.getInputNode(first)?.focus()
  }
  return {
    fields,
    title,
    showProblems,
    clear: () => {
      form.setValues(NO_FIELDS)
      form.clearErrors()
      form.getInputNode('amount')?.focus()
    },
    inputProps: (field: FieldName) => form.getInputProps(field),
    setField: form.setFieldValue,
    setProblem: form.setFieldError,
    /** False, with the problems shown and the first of them focused, when something is not right. */
    isValid: (): boolean => {
      const problems = problemsOf(form.getValues())
      showProblems(problems)
      return Object.keys(problems).length === 0
    },
    /** Told when a field is left; an empty one only when the form is submitted. */
    checkField: (field: FieldName) => {
      const now = form.getValues()
      if (now[field]) form.setFieldError(field, problemsOf(now)[field] ?? null)
    },
  }
}
