// The account a vendor's bills go to, chosen from QuickBooks' own by its full name.
import type { QboAccount } from '@invoice-desk/contract/accounting'
import { Button, Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { billAccountsQuery } from '../api.ts'
import type { VendorFormState } from './use-vendor-form.ts'
import classes from './vendor-form.module.css'

const SHOWN_MAX = 200

export const BillAccountSelect = ({ form }: { form: VendorFormState }) => {
  const { data: accounts, isFetching, refetch } = useQuery(billAccountsQuery)
  const { value, ...input } = form.getInputProps('qbBillAccount')
  const choices = choicesOf(accounts ?? [], value)
  const isGone = accounts !== undefined && value !== '' && choices.isAdded
  if (!accounts && !isFetching) {
    return (
      <div className={classes.withButton}>
        <Select {...input} {...LABEL} data={choices.names} value={value || null} disabled />
        <Button variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <Select
      {...LABEL}
      {...input}
      searchable
      clearable
      limit={SHOWN_MAX}
      data={choices.names}
      value={value || null}
      onChange={(name) => form.setFieldValue('qbBillAccount', name ?? '')}
      placeholder={isFetching && !accounts ? 'Loading accounts...' : 'Choose an account'}
      description={isGone ? 'QuickBooks no longer has this account.' : undefined}
      nothingFoundMessage="No account matches."
      openOnFocus={false}
      // The list itself scrolls, as assistive programs expect of one; the library would wrap it.
      withScrollArea={false}
      classNames={{ options: classes.accounts ?? '' }}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
      clearButtonProps={{ 'aria-label': 'Clear the account' }}
    />
  )
}

const LABEL = {
  label: 'Bill Account',
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
} satisfies Pick<SelectProps, 'label' | 'inputWrapperOrder'>

/** The account of an old mapping is offered even if QuickBooks no longer has it, or it would vanish unnoticed. */
const choicesOf = (accounts: readonly QboAccount[], chosen: string) => {
  const names = [...new Set(accounts.map(({ fullyQualifiedName }) => fullyQualifiedName))]
  const isAdded = chosen !== '' && !names.includes(chosen)
  return { names: isAdded ? [chosen, ...names] : names, isAdded }
}
