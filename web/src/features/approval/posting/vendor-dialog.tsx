// Selects a QuickBooks vendor for the task. The input works while the list is still loading.
import type { Task } from '@invoice-desk/contract/approval'
import { Autocomplete, Button, Group, Loader, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { useAnnouncement } from '../../../shared/ui/announcements.tsx'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { approvalKeys, updateTaskVendor, vendorsQuery } from '../api.ts'

const OPTIONS_MAX = 100

type VendorDialogProps = { readonly task: Task; readonly onClose: () => void }

export const VendorDialog = ({ task, onClose }: VendorDialogProps) => {
  const client = useQueryClient()
  const { names, isLoading, isFailed, load } = useVendorNames()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const update = useMutation({
    mutationFn: (name: string) => updateTaskVendor(task, name),
    onSuccess: (updated) => {
      if (updated) client.setQueryData(approvalKeys.task(task.id), updated)
      showToast('success', 'Vendor updated successfully')
      onClose()
    },
    onError: () => showToast('error', 'Failed to update vendor'),
    onSettled: () => client.invalidateQueries({ queryKey: approvalKeys.task(task.id) }),
  })
  const typed = text.trim().toLowerCase()
  const vendor = names.find((name) => name.toLowerCase() === typed)
  const hasMatch = isLoading || isFailed || names.some((name) => name.toLowerCase().includes(typed))
  const refusal = update.error instanceof ApiError ? update.error.message : undefined
  const tryAgain = () => {
    input.current?.focus()
    load()
  }
  return (
    <Dialog title="Choose Existing Vendor" onClose={onClose}>
      <Stack gap="lg">
        {isFailed ? (
          <Notice
            tone="negative"
            action={
              <Button variant="default" onClick={tryAgain}>
                Try again
              </Button>
            }
          >
            <p>Failed to load vendors</p>
          </Notice>
        ) : null}
        <Autocomplete
          ref={input}
          label="Vendor in QuickBooks"
          placeholder="Type to search"
          data-autofocus
          data={names}
          limit={OPTIONS_MAX}
          selectFirstOptionOnChange
          value={text}
          onChange={setText}
          error={hasMatch ? refusal : 'No vendor matches.'}
          rightSection={isLoading ? <Loader size="xs" aria-hidden /> : null}
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

const useVendorNames = () => {
  const { data, isError, isFetching, refetch } = useQuery(vendorsQuery)
  useEffect(() => {
    if (isError) showToast('error', 'Failed to load vendors', { isInPageToo: true })
  }, [isError])
  const isLoading = !data && isFetching
  useAnnouncement(isLoading ? 'Loading vendors...' : undefined)
  return {
    names: [...new Set(data?.map(({ name }) => name))],
    isLoading,
    isFailed: isError && !isFetching,
    load: () => void refetch(),
  }
}
