// Finds open invoices and customers. The arrow keys move between the field and what it found.

import type { OpenCustomer, OpenInvoice } from '@invoice-desk/contract/payments/pay-links'
import { PAY_LINKS_MAX } from '@invoice-desk/contract/values/limits'
import { centsOf, formatMoney } from '@invoice-desk/contract/values/money'
import { isSearchable } from '@invoice-desk/contract/values/search-text'
import { Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { countText } from '../../../shared/text/count-text.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import row from '../../../shared/ui/hit.module.css'
import { Pill } from '../../../shared/ui/pill.tsx'
import { linksQuery } from './api.ts'
import classes from './link-search.module.css'
import type { LinkTarget } from './link-target.ts'
import { balancesText } from './link-texts.ts'
import { useLinkPath } from './use-link-path.ts'

const DEBOUNCE_MS = 200

type LinkSearchProps = { readonly typed: string; readonly onType: (typed: string) => void }

export const LinkSearch = ({ typed, onType }: LinkSearchProps) => {
  const [settled] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const search = isSearchable(settled) ? settled : ''
  const query = useQuery(linksQuery(search))
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <Stack gap="md" onKeyDown={moveFocus}>
      <TextInput
        ref={field}
        type="search"
        label="Invoice number or customer"
        autoComplete="off"
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <Loaded query={query}>{(found) => <Results {...found} search={search} />}</Loaded>
    </Stack>
  )
}

/** From the field to the first result and on. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const stops: (Element | null)[] = [...event.currentTarget.querySelectorAll('input, a')]
  const next = stops[stops.indexOf(document.activeElement) + step]
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  next.focus()
}

type ResultsProps = {
  readonly invoices: readonly OpenInvoice[]
  readonly customers: readonly OpenCustomer[]
  readonly search: string
}

const Results = ({ invoices, customers, search }: ResultsProps) => {
  const count = invoices.length + customers.length
  return (
    <>
      <p role="status" className="visually-hidden">
        {count === 1 ? '1 result' : `${count} results`}
      </p>
      {count === 0 ? (
        <EmptyState title={search ? `No open invoices for “${search}”.` : 'No open invoices.'}>
          {search ? (
            <p>Search by invoice number or customer. Paid invoices have no pay link.</p>
          ) : null}
        </EmptyState>
      ) : null}
      <Group title="Customers">
        {customers.map((customer) => (
          <Row
            key={customer.id}
            target={{ kind: 'customer', id: customer.id }}
            name={customer.name}
            detail={countText(customer.invoices, 'open ')}
            amount={balancesText(customer.balances)}
            hasLink={customer.url !== undefined}
          />
        ))}
      </Group>
      <Group title="Open invoices">
        {invoices.map((invoice) => (
          <Row
            key={invoice.id}
            target={{ kind: 'invoice', id: invoice.id }}
            name={invoice.number.trim() || 'No number'}
            detail={`${invoice.customer} · due ${formatDay(invoice.dueDate)}`}
            amount={formatMoney(centsOf(invoice.balance), invoice.currency)}
            hasLink={invoice.url !== undefined}
          />
        ))}
      </Group>
      {invoices.length >= PAY_LINKS_MAX ? (
        <Text c="dimmed" fz="sm">
          These are the first {PAY_LINKS_MAX}. Search to find others.
        </Text>
      ) : null}
    </>
  )
}

const Group = ({ title, children }: { title: string; children: readonly ReactNode[] }) => {
  const id = useId()
  if (children.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="tiny medium muted">
        {title}
      </h3>
      <ul className="plain">{children}</ul>
    </section>
  )
}

type RowProps = {
  readonly target: LinkTarget
  readonly name: string
  readonly detail: string
  readonly amount: string
  readonly hasLink: boolean
}

const Row = ({ target, name, detail, amount, hasLink }: RowProps) => {
  const pathTo = useLinkPath()
  return (
    <li>
      <AppLink
        className={`plain-link dark ${row.hit} ${classes.row}`}
        to={pathTo(target)}
        replace
        preventScrollReset
      >
        <span className={`medium num ${row.text}`}>{name} </span>
        <span className={`ellipsis slim muted ${row.detail}`}>{detail} </span>
        {hasLink ? null : (
          <span className={row.mark}>
            <Pill tone="warning">No link</Pill>{' '}
          </span>
        )}
        <span className={`num text-end ${row.amount}`}>{amount}</span>
      </AppLink>
    </li>
  )
}
