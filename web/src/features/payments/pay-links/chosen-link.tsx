// The payment link of an invoice or a customer: to copy, open, or download as a QR code.

import {
  NO_LINK_TEXTS,
  type OpenCustomer,
  type OpenInvoice,
} from '@invoice-desk/contract/payments/pay-links'
import { centsOf, formatMoney } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { saveFile } from '../../../shared/api/download.ts'
import { fileName } from '../../../shared/api/file-name.ts'
import { copyText } from '../../../shared/browser/copy-text.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { countText } from '../../../shared/text/count-text.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { linkQuery } from './api.ts'
import classes from './chosen-link.module.css'
import type { LinkTarget } from './link-target.ts'
import { balancesText, notOnlineText, opensText, sharedText } from './link-texts.ts'
import { QrCode } from './qr-code.tsx'
import { RevokeLinks } from './revoke-links.tsx'
import { useLinkPath } from './use-link-path.ts'

type Target = Exclude<LinkTarget, { kind: 'new' }>

export const ChosenLink = ({ target }: { target: Target }) => {
  const query = useQuery(linkQuery(target))
  const pathTo = useLinkPath()
  return (
    <Stack gap="md">
      <Loaded query={query}>
        {({ invoices: [invoice], customers: [customer] }) => {
          if (target.kind === 'customer')
            return customer ? <OfCustomer {...customer} /> : <Gone customerId={target.id} />
          return invoice ? <OfInvoice invoice={invoice} customer={customer} /> : <Gone />
        }}
      </Loaded>
      <AppLink to={pathTo({ kind: 'new' })} replace preventScrollReset data-print="never">
        Choose another invoice or customer
      </AppLink>
    </Stack>
  )
}

/** Moves focus to what replaced the element that had it. */
const useFocusOnMount = <E extends HTMLElement>() => {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return element
}

const Gone = ({ customerId }: { readonly customerId?: string }) => (
  <div ref={useFocusOnMount<HTMLDivElement>()} tabIndex={-1} className={classes.gone}>
    <Notice tone="neutral" title="Nothing to pay">
      <p>This was paid, or QuickBooks no longer has it.</p>
    </Notice>
    {customerId ? <RevokeLinks customerId={customerId} customer="this customer" /> : null}
  </div>
)

type OfInvoiceProps = {
  readonly invoice: OpenInvoice
  readonly customer: OpenCustomer | undefined
}

const OfInvoice = ({ invoice, customer }: OfInvoiceProps) => {
  const pathTo = useLinkPath()
  const name = invoice.number.trim() ? `Invoice ${invoice.number}` : 'Invoice without a number'
  const others =
    customer && customer.invoices > 1 ? (
      <AppLink
        to={pathTo({ kind: 'customer', id: customer.id })}
        replace
        preventScrollReset
        data-print="never"
      >
        Pay link for {customer.name} ({countText(customer.invoices, 'open ')})
      </AppLink>
    ) : null
  return (
    <>
      <LinkView
        name={name}
        detail={`${invoice.customer} · due ${formatDay(invoice.dueDate)}`}
        amount={formatMoney(centsOf(invoice.balance), invoice.currency)}
        currencies={[invoice.currency]}
        url={invoice.url}
        revoke={<RevokeLinks customerId={invoice.customerId} customer={invoice.customer} />}
        problem={invoice.reason && NO_LINK_TEXTS[invoice.reason]}
      />
      {others}
    </>
  )
}

const OfCustomer = ({ id, name, invoices, balances, url }: OpenCustomer) => {
  const currencies = balances.map(({ currency }) => currency)
  return (
    <LinkView
      name={name}
      detail={countText(invoices, 'open ')}
      amount={balancesText(balances)}
      currencies={currencies}
      url={url}
      revoke={<RevokeLinks customerId={id} customer={name} />}
      opens={url && invoices > 1 ? opensText(url, currencies) : undefined}
      problem="Customers can't look up any of these invoices. Give one of them a number of its own in QuickBooks."
    />
  )
}

type LinkViewProps = {
  readonly name: string
  readonly detail: string
  readonly amount: string
  readonly currencies: readonly string[]
  readonly url: string | undefined
  readonly revoke: ReactNode
  /** What a customer's link opens with. */
  readonly opens?: string | undefined
  /** If there's no link. */
  readonly problem: string | undefined
}

const LinkView = (props: LinkViewProps) => {
  const { name, detail, amount, currencies, url, opens, problem } = props
  const heading = useFocusOnMount<HTMLHeadingElement>()
  const notOnline = notOnlineText(currencies)
  const about = (
    <div>
      <h3 ref={heading} tabIndex={-1} className={`body ${classes.gone}`}>
        {name}
      </h3>
      <Text c="dimmed">{detail}</Text>
      <Text className="title strong num mt-2">{amount}</Text>
      {opens ? <Text mt="xs">{opens}</Text> : null}
      {notOnline ? <Text mt="xs">{notOnline}</Text> : null}
    </div>
  )
  if (url) {
    const warning = sharedText(currencies)
    return <LinkActions {...{ url, name, about, warning }} revoke={props.revoke} />
  }
  return (
    <>
      {about}
      <Notice tone="warning" title="No link">
        <p>{problem}</p>
      </Notice>
      <div>{props.revoke}</div>
    </>
  )
}

type LinkActionsProps = {
  readonly url: string
  readonly name: string
  readonly about: ReactNode
  readonly warning: string
  readonly revoke: ReactNode
}

const LinkActions = ({ url, name, about, warning, revoke }: LinkActionsProps) => {
  const field = useRef<HTMLInputElement>(null)
  const code = useRef<SVGSVGElement>(null)
  const download = () => {
    if (!code.current) return
    const svg = new XMLSerializer().serializeToString(code.current)
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), `qr-${fileName(name)}.svg`)
  }
  return (
    <div className={`wrap gap-4 ${classes.columns}`}>
      <Stack gap="md" className="grow">
        {about}
        <div data-print="never">
          <TextInput
            ref={field}
            label="Link"
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
        <Group gap="sm">
          <Button onClick={() => void copyText(url, field.current, 'Link')}>Copy link</Button>
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
          >
            Open
          </Button>
        </Group>
        {/* Without the key, which no one types. The QR code has it. */}
        <p className={classes.printed}>{url.split('#')[0]}</p>
        <Text c="dimmed" fz="sm" data-print="never">
          {warning}
        </Text>
        <div>{revoke}</div>
      </Stack>
      <Stack gap="sm" align="center">
        <QrCode
          ref={code}
          text={url}
          label={`QR code with the pay link: ${name}`}
          className="boxed"
        />
        <Button variant="default" onClick={download}>
          Download QR code
        </Button>
      </Stack>
    </div>
  )
}
