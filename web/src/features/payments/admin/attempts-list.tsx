// The list of payments with its filters and search.
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import { ATTEMPT_VIEWS, type PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import { Box, Button, Group, Text } from '@mantine/core'
import { AppLink } from '../../../shared/app-link.tsx'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { useEndless } from '../../../shared/use-endless.ts'
import { type AttemptsView, attemptsQuery } from './api.ts'
import { AttemptLink, pathOf } from './attempts-view.tsx'
import { formatTime, StatePill } from './states.tsx'

type AttemptsListProps = {
  readonly view: AttemptsView
  readonly onView: (part: Partial<AttemptsView>) => void
}

export const AttemptsList = ({ view, onView }: AttemptsListProps) => {
  const list = useEndless(attemptsQuery(view))
  return (
    <Box component="section" aria-label="Payments" mt="lg">
      <Loaded query={list} waiting={<TableSkeleton label="Loading payments..." />}>
        {({ rows, last }) => (
          <>
            <search>
              <Group justify="space-between" align="flex-end" mb="md">
                <Filters view={view} counts={last.counts} />
                <Box flex="1 1 16rem" maw="24rem">
                  <SearchInput
                    placeholder="Customer, email, invoice or payment ID"
                    search={view.search}
                    onSearch={(search) => onView({ search })}
                  />
                </Box>
              </Group>
            </search>
            <EndlessList list={list} unit={['payment', 'payments']}>
              {rows.length === 0 ? (
                <Empty view={view} onView={onView} />
              ) : (
                <DataTable
                  caption="Payments"
                  columns={COLUMNS}
                  rows={rows}
                  rowKey={({ id }) => id}
                />
              )}
            </EndlessList>
          </>
        )}
      </Loaded>
    </Box>
  )
}

const FILTER_LABELS = { all: 'All', open: 'In progress', review: 'Needs review' } as const

type FiltersProps = {
  readonly view: AttemptsView
  readonly counts: { readonly open: number; readonly review: number }
}

/** Links, so each filter can open in a new tab. */
const Filters = ({ view, counts }: FiltersProps) => (
  <nav aria-label="Filter payments">
    <Group gap="xs">
      {ATTEMPT_VIEWS.map((each) => (
        <Button
          key={each}
          component={AppLink}
          variant={view.view === each ? 'light' : 'default'}
          px="sm"
          to={pathOf({ ...view, view: each })}
          aria-current={view.view === each ? 'page' : undefined}
          replace
          preventScrollReset
          rightSection={
            each === 'all' ? null : (
              <Pill tone={each === 'review' && counts.review > 0 ? 'negative' : 'neutral'}>
                {counts[each]}
              </Pill>
            )
          }
        >
          {FILTER_LABELS[each]}
        </Button>
      ))}
    </Group>
  </nav>
)

const EMPTY = {
  all: ['No payments yet.', 'Payments that customers make on the payment page appear here.'],
  open: ['No payments in progress.', 'Every payment has finished.'],
  review: ['Nothing needs review.', 'Payments that need your attention appear here.'],
} as const

const Empty = ({ view, onView }: AttemptsListProps) => {
  if (view.search !== '') {
    return (
      <EmptyState title={`Nothing matches “${view.search}”.`}>
        <Button variant="default" mt="sm" onClick={() => onView({ view: 'all', search: '' })}>
          Show all
        </Button>
      </EmptyState>
    )
  }
  const [title, text] = EMPTY[view.view]
  return (
    <EmptyState title={title}>
      <p>{text}</p>
    </EmptyState>
  )
}

const NUMBERS_SHOWN_MAX = 3

const firstFew = (numbers: readonly string[]): string =>
  numbers.slice(0, NUMBERS_SHOWN_MAX).join(', ')

const NOWRAP = { whiteSpace: 'nowrap' } as const

const COLUMNS: readonly Column<PaymentAttempt>[] = [
  {
    header: 'Customer',
    heading: true,
    cell: ({ companyName, customer, payerName }) => (
      <>
        {companyName}
        <Text size="sm" c="dimmed">
          {customer === '' || customer === companyName ? payerName : `for ${customer}`}
        </Text>
      </>
    ),
  },
  {
    header: 'Invoices',
    phoneLabel: '',
    cell: ({ invoiceNumbers }) => {
      const more = invoiceNumbers.length - NUMBERS_SHOWN_MAX
      return `${firstFew(invoiceNumbers)}${more > 0 ? ` and ${more} more` : ''}`
    },
  },
  { header: 'Amount', align: 'end', phone: 'amount', cell: ({ amount }) => formatDollars(amount) },
  {
    header: 'Method',
    phoneLabel: '',
    cell: ({ method }) => <span style={NOWRAP}>{PAYMENT_METHODS[method].label}</span>,
  },
  { header: 'Status', phoneLabel: '', cell: (attempt) => <StatePill attempt={attempt} /> },
  {
    header: 'Started',
    phoneLabel: '',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt}>
        <span style={NOWRAP}>{formatDate(createdAt)}</span>{' '}
        <Text span size="sm" c="dimmed" display={{ base: 'inline', sm: 'block' }}>
          {formatTime(createdAt)}
        </Text>
      </time>
    ),
  },
  {
    header: 'Actions',
    align: 'end',
    phone: 'action',
    cell: ({ id, companyName, invoiceNumbers }) => (
      <AttemptLink
        id={id}
        label={`Details of the payment by ${companyName} for ${firstFew(invoiceNumbers)}`}
      >
        Details
      </AttemptLink>
    ),
  },
]
