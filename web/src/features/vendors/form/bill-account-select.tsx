// Selects the QuickBooks account that a vendor's bills are recorded in.
import { Button, Group, Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { billAccountsQuery } from '../api.ts'

const OPTIONS_MAX = 200

type BillAccountSelectProps = Omit<SelectProps, 'value' | 'onChange'> & {
  /** Empty if none is selected. */
  readonly value?: string
  readonly onChange: (name: string) => void
}

export const BillAccountSelect = ({ value = '', onChange, ...input }: BillAccountSelectProps) => {
  const { data: accounts, isFetching, refetch } = useQuery(billAccountsQuery)
  const names = [...new Set(accounts?.map(({ fullyQualifiedName }) => fullyQualifiedName))]
  const isUnlisted = value !== '' && !names.includes(value)
  const hasFailed = !accounts && !isFetching
  return (
    <Group align="flex-end" gap="xs">
      <Select
        label="Bill Account"
        {...input}
        flex={1}
        searchable
        clearable
        disabled={hasFailed}
        limit={OPTIONS_MAX}
        // An account that QuickBooks no longer has stays selectable. Otherwise, it would disappear unnoticed.
        data={isUnlisted ? [value, ...names] : names}
        value={value || null}
        onChange={(name) => onChange(name ?? '')}
        placeholder={isFetching && !accounts ? 'Loading accounts...' : 'Choose an account'}
        description={accounts && isUnlisted ? 'QuickBooks no longer has this account.' : undefined}
        nothingFoundMessage="No accounts match."
        openOnFocus={false}
        // Screen readers expect the list itself to scroll, not a wrapper around it.
        withScrollArea={false}
        styles={{ options: { maxHeight: '16rem', overflowY: 'auto' } }}
        comboboxProps={{ withinPortal: false, shadow: 'md' }}
        clearButtonProps={{ 'aria-label': 'Clear the account' }}
      />
      {hasFailed ? (
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      ) : null}
    </Group>
  )
}
