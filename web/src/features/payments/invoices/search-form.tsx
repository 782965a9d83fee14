// The search form: the invoice's number and date, both required. Once found, it folds into a line.
import { dateProblem } from '@invoice-desk/contract/values/dates'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDay } from '../../../shared/text/times.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import type { InvoiceQuery } from '../api.ts'
import classes from './search-form.module.css'

type SearchFormProps = {
  /** From the URL; replaces what was typed when it changes. */
  readonly query: InvoiceQuery
  readonly isBusy: boolean
  /** True beside a result: a small row instead of the page's main card. */
  readonly isSmall: boolean
  /** The number of the search that found an invoice. Each one folds the form. */
  readonly foundBy: number | undefined
  readonly onSearch: (query: InvoiceQuery) => void
}

const DATE_REQUIRED = dateProblem('')

const tidy = ({ invoiceNumber, date }: InvoiceQuery): InvoiceQuery => ({
  invoiceNumber: invoiceNumber.trim(),
  date,
})

export const SearchForm = ({ query, isBusy, isSmall, foundBy, onSearch }: SearchFormProps) => {
  const [fields, setFields] = useState(query)
  const [isChecked, setIsChecked] = useState(false)
  const { invoiceNumber, date } = query
  useEffect(() => setFields({ invoiceNumber, date }), [invoiceNumber, date])

  const typed = tidy(fields)
  const isTyped = typed.invoiceNumber !== invoiceNumber || typed.date !== date
  const folding = useFolding(foundBy, isTyped)
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
  /** Back to what was found. */
  const leave = () => {
    setFields(query)
    setIsChecked(false)
    writeTypedQuery(query)
    folding.fold()
  }
  return (
    <search className={isSmall ? classes.row : `panel card ${classes.card}`} data-print="never">
      <p className={`row tight num anywhere ${classes.line}`} hidden={!folding.isFolded}>
        Invoice {invoiceNumber}, {formatDay(date)}
        <Button
          ref={folding.button}
          size="compact-sm"
          variant="default"
          aria-label="Change the search"
          onClick={folding.unfold}
        >
          Change
        </Button>
      </p>
      <form
        ref={folding.form}
        className={classes.form}
        hidden={folding.isFolded}
        noValidate
        onSubmit={submit}
        onKeyDown={({ key }) => key === 'Escape' && folding.canFold && leave()}
      >
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

/** Folded once an invoice is found, unless someone is typing the next one. Focus doesn't get lost. */
const useFolding = (foundBy: number | undefined, isTyped: boolean) => {
  const [unfoldedFor, setUnfoldedFor] = useState<number>()
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFolded = foundBy !== undefined && foundBy !== unfoldedFor && !isTyped
  const isAsked = useRef(false)
  useLayoutEffect(() => {
    if (isFolded && form.current?.contains(document.activeElement)) {
      button.current?.focus({ preventScroll: true })
    }
    if (!isFolded && isAsked.current) form.current?.querySelector('input')?.focus()
    isAsked.current = false
  }, [isFolded])
  const unfold = () => {
    isAsked.current = true
    setUnfoldedFor(foundBy)
  }
  const fold = () => setUnfoldedFor(undefined)
  return { isFolded, canFold: foundBy !== undefined, form, button, unfold, fold }
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
