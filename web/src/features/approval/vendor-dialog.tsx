// Choosing the vendor of a task among those of QuickBooks.
import type { Task } from '@invoice-desk/contract/approval'
import { Button, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../shared/api-error.ts'
import { showToast } from '../../shared/toasts.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { approvalKeys, updateTaskVendor, vendorsQuery } from './api.ts'

const SHOWN_MAX = 100

type VendorDialogProps = { readonly task: Task; readonly onClose: () => void }

export const VendorDialog = ({ task, onClose }: VendorDialogProps) => {
  const client = useQueryClient()
  const { data: vendors, isError } = useQuery(vendorsQuery)
  const [vendor, setVendor] = useState<string | null>(null)
  useEffect(() => {
    if (isError) showToast('error', 'Failed to load vendors')
  }, [isError])
  const update = useMutation({
    mutationFn: (name: string) => updateTaskVendor(task, name),
    onSuccess: (updated) => {
      client.setQueryData(approvalKeys.task(task.id), updated)
      showToast('success', 'Vendor updated successfully')
      onClose()
    },
    onError: () => showToast('error', 'Failed to update vendor'),
    onSettled: () => client.invalidateQueries({ queryKey: approvalKeys.task(task.id) }),
  })
  const names = [...new Set(vendors?.map(({ name }) => name))]
  const reason = update.error instanceof ApiError ? update.error.message : undefined
  return (
    <Dialog title="Choose Existing Vendor" onClose={onClose}>
      <Stack gap="lg">
        <Select
          label="Vendor in QuickBooks"
          searchable
          data-autofocus
          data={names}
          limit={SHOWN_MAX}
          value={vendor}
          onChange={setVendor}
          disabled={!vendors}
          error={isError ? 'Failed to load vendors' : reason}
          placeholder={vendors ? 'Type to search' : 'Loading...'}
          nothingFoundMessage="No vendor matches."
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton
            disabled={!vendor}
            isBusy={update.isPending}
            announced="Updating the vendor..."
            onClick={() => vendor && update.mutate(vendor)}
          >
            Use this vendor
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
