// What to look for: the number and the date that stand on the invoice, both of them.
import { dateProblem } from '@invoice-desk/contract/dates'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import type { Wanted } from '../api.ts'
import classes from './search-form.module.css'

type SearchFormProps = {
  /** What the address asks for; wins over what stands in the fields when it changes. */
  readonly wanted: Wanted
  readonly isBusy: boolean
  readonly onType: (entered: Wanted) => void
  readonly onSearch: (wanted: Wanted) => void
}

const REQUIRED = 'This is required.'
const DATE_REQUIRED = dateProblem('')

const tidy = ({ invoiceNumber, date }: Wanted): Wanted => ({
  invoiceNumber: invoiceNumber.trim(),
  date,
})

export const SearchForm = ({ wanted, isBusy, onType, onSearch }: SearchFormProps) => {
  const [fields, setFields] = useState(wanted)
  const [isChecked, setIsChecked] = useState(false)
  const inputs = { number: useRef<HTMLInputElement>(null), date: useRef<HTMLInputElement>(null) }
  const { invoiceNumber, date } = wanted
  useEffect(() => setFields({ invoiceNumber, date }), [invoiceNumber, date])

  const entered = tidy(fields)
  const type = (change: Partial<Wanted>) => {
    const next = { ...fields, ...change }
    setFields(next)
    onType(tidy(next))
  }
  const problemOf = (text: string, problem: string) =>
    isChecked && text === '' ? problem : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsChecked(true)
    if (entered.invoiceNumber === '') return inputs.number.current?.focus()
    if (entered.date === '') return inputs.date.current?.focus()
    onSearch(entered)
  }
  return (
    <Card>
      <search>
        <form className={classes.form} noValidate onSubmit={submit}>
          <TextInput
            ref={inputs.number}
            label="Invoice Number"
            size="md"
            required
            maxLength={INVOICE_NUMBER_LENGTH_MAX}
            autoComplete="off"
            className={classes.number}
            value={fields.invoiceNumber}
            error={problemOf(entered.invoiceNumber, REQUIRED)}
            onChange={({ currentTarget: { value } }) => type({ invoiceNumber: value })}
          />
          <TextInput
            ref={inputs.date}
            label="Invoice Date"
            type="date"
            size="md"
            required
            className={classes.date}
            value={fields.date}
            error={problemOf(entered.date, DATE_REQUIRED)}
            onChange={({ currentTarget: { value } }) => type({ date: value })}
          />
          <BusyButton
            type="submit"
            size="md"
            className={classes.button}
            isBusy={isBusy}
            busyLabel="Searching..."
          >
            Search
          </BusyButton>
        </form>
      </search>
    </Card>
  )
}
