// The search form: the invoice's number and date, both required.
import { dateProblem } from '@invoice-desk/contract/dates'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import type { InvoiceQuery } from '../api.ts'
import classes from './search-form.module.css'

type SearchFormProps = {
  /** From the URL; replaces what was typed when it changes. */
  readonly query: InvoiceQuery
  readonly isBusy: boolean
  /** True beside a result: a small row instead of the page's main card. */
  readonly isSmall: boolean
  readonly onSearch: (query: InvoiceQuery) => void
}

const DATE_REQUIRED = dateProblem('')

const tidy = ({ invoiceNumber, date }: InvoiceQuery): InvoiceQuery => ({
  invoiceNumber: invoiceNumber.trim(),
  date,
})

export const SearchForm = ({ query, isBusy, isSmall, onSearch }: SearchFormProps) => {
  const [fields, setFields] = useState(query)
  const [isChecked, setIsChecked] = useState(false)
  const { invoiceNumber, date } = query
  useEffect(() => setFields({ invoiceNumber, date }), [invoiceNumber, date])

  const typed = tidy(fields)
  const type = (change: Partial<InvoiceQuery>) => {
    const next = { ...fields, ...change }
    setFields(next)
    writeTypedQuery(tidy(next))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setIsChecked(true)
    const empty = event.currentTarget.querySelector<HTMLInputElement>('input:invalid')
    if (empty) return empty.focus()
    onSearch(typed)
  }
  return (
    <search className={isSmall ? classes.row : `panel card ${classes.card}`} data-print="never">
      <form className={classes.form} noValidate onSubmit={submit}>
        <TextInput
          label="Invoice Number"
          required
          maxLength={INVOICE_NUMBER_LENGTH_MAX}
          pattern=".*\S.*"
          autoComplete="off"
          value={fields.invoiceNumber}
          error={isChecked && typed.invoiceNumber === '' ? 'This is required.' : undefined}
          onChange={({ currentTarget: { value } }) => type({ invoiceNumber: value })}
        />
        <TextInput
          label="Invoice Date"
          type="date"
          required
          value={fields.date}
          error={isChecked && typed.date === '' ? DATE_REQUIRED : undefined}
          onChange={({ currentTarget: { value } }) => type({ date: value })}
        />
        <BusyButton
          type="submit"
          variant={isSmall ? 'default' : 'filled'}
          className={classes.button}
          isBusy={isBusy}
          busyLabel="Searching..."
        >
          Search
        </BusyButton>
      </form>
    </search>
  )
}

/** Bypasses the router: typing isn't navigation, doesn't search, and must not reset the form. */
const writeTypedQuery = ({ invoiceNumber, date }: InvoiceQuery) => {
  const url = new URL(window.location.href)
  for (const [name, text] of Object.entries({ invoice: invoiceNumber, date })) {
    if (text) url.searchParams.set(name, text)
    else url.searchParams.delete(name)
  }
  try {
    window.history.replaceState(window.history.state, '', url)
  } catch {
    // Browsers limit how often this may happen. The next keystroke or the search catches up.
  }
}
