// The search form: the invoice's number and date, both required.
import { dateProblem } from '@invoice-desk/contract/dates'
import { INVOICE_NUMBER_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Flex, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import type { InvoiceQuery } from '../api.ts'

type SearchFormProps = {
  /** From the URL; replaces what was typed when it changes. */
  readonly query: InvoiceQuery
  readonly isBusy: boolean
  readonly onSearch: (query: InvoiceQuery) => void
}

const DATE_REQUIRED = dateProblem('')

const tidy = ({ invoiceNumber, date }: InvoiceQuery): InvoiceQuery => ({
  invoiceNumber: invoiceNumber.trim(),
  date,
})

export const SearchForm = ({ query, isBusy, onSearch }: SearchFormProps) => {
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
    <Card>
      <search>
        <form noValidate onSubmit={submit}>
          <Flex direction={{ base: 'column', sm: 'row' }} gap="md">
            <TextInput
              flex={2}
              label="Invoice Number"
              size="md"
              required
              maxLength={INVOICE_NUMBER_LENGTH_MAX}
              pattern=".*\S.*"
              autoComplete="off"
              value={fields.invoiceNumber}
              error={isChecked && typed.invoiceNumber === '' ? 'This is required.' : undefined}
              onChange={({ currentTarget: { value } }) => type({ invoiceNumber: value })}
            />
            <TextInput
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
