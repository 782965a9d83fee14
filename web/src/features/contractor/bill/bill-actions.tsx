// What the contractor can do with a bill that isn't decided: change it or withdraw it.
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { Button, Group } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'

type BillActionsProps = {
  readonly bill: ContractorBill
  readonly onWithdraw: () => void
}

export const BillActions = ({ bill, onWithdraw }: BillActionsProps) =>
  bill.isEditable ? (
    <Group gap="xs">
      <Button component={AppLink} to={paths.submitInvoice({ bill: bill.id })} variant="default">
        {bill.isCorrectable ? 'Correct and resubmit' : 'Change invoice'}
      </Button>
      <Button variant="subtle" color="gray" onClick={onWithdraw}>
        Withdraw
      </Button>
    </Group>
  ) : null
