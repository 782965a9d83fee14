// The search form: the invoice's number and date, both required.
import { dateProblem } from '@invoice-desk/contract/dates'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Flex, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import type { InvoiceQuery } from '../api.ts'

type SearchFormProps = {
  /** From the address; replaces what was typed when it changes. */
  readonly query: InvoiceQuery
  readonly isBusy: boolean
  readonly onType: (typed: InvoiceQuery) => void
  readonly onSearch: (query: InvoiceQuery) => void
}

const DATE_REQUIRED = dateProblem('')

const tidy = ({ invoiceNumber, date }: InvoiceQuery): InvoiceQuery => ({
  invoiceNumber: invoiceNumber.trim(),
  date,
})

export const SearchForm = ({ query, isBusy, onType, onSearch }: SearchFormProps) => {
  const [fields, setFields] = useState(query)
  const [isChecked, setIsChecked] = useState(false)
  const inputs = { number: useRef<HTMLInputElement>(null), date: useRef<HTMLInputElement>(null) }
  const { invoiceNumber, date } = query
  useEffect(() => setFields({ invoiceNumber, date }), [invoiceNumber, date])

  const typed = tidy(fields)
  const type = (change: Partial<InvoiceQuery>) => {
    const next = { ...fields, ...change }
    setFields(next)
    onType(tidy(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsChecked(true)
    if (typed.invoiceNumber === '') return inputs.number.current?.focus()
    if (typed.date === '') return inputs.date.current?.focus()
    onSearch(typed)
  }
  return (
    <Card>
      <search>
        <form noValidate onSubmit={submit}>
          <Flex direction={{ base: 'column', sm: 'row' }} gap="md">
            <TextInput
              ref={inputs.number}
              flex={2}
              label="Invoice Number"
              size="md"
              required
              maxLength={INVOICE_NUMBER_LENGTH_MAX}
              autoComplete="off"
              value={fields.invoiceNumber}
              error={isChecked && typed.invoiceNumber === '' ? 'This is required.' : undefined}
              onChange={({ currentTarget: { value } }) => type({ invoiceNumber: value })}
            />
            <TextInput
              ref={inputs.date}
              flex={1}
              label="Invoice Date"
              type="date"
              size="md"
              required
              value={fields.date}
              error={isChecked && typed.date === '' ? DATE_REQUIRED : undefined}
              onChange={({ currentTarget: { value } }) => type({ date: value })}
            />
            <BusyButton
              type="submit"
              size="md"
              mt={{ sm: '1.8rem' }}
              isBusy={isBusy}
              busyLabel="Searching..."
            >
              Search
            </BusyButton>
          </Flex>
        </form>
      </search>
    </Card>
  )
}
