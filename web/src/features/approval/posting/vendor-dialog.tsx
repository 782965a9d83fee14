// Selects a QuickBooks vendor for the task. The input works while the list is still loading.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { Autocomplete, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { useTaskChange } from '../use-task-change.ts'
import { vendorsQuery } from './vendors-query.ts'

const OPTIONS_MAX = 100
const LOAD_FAILED = 'Failed to load vendors'

type VendorDialogProps = { readonly task: Task; readonly onClose: () => void }

export const VendorDialog = ({ task, onClose }: VendorDialogProps) => {
  const vendors = useQuery(vendorsQuery)
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isLoading = !vendors.data && vendors.isFetching
  const hasFailed = vendors.isError && !vendors.isFetching
  useAnnouncement(isLoading ? 'Loading vendors...' : undefined)
  useEffect(() => {
    if (vendors.isError) showToast('error', LOAD_FAILED, { isInPageToo: true })
  }, [vendors.isError])

  const update = useTaskChange(task, {
    success: 'Vendor updated successfully',
    failure: 'Failed to update vendor',
    onDone: onClose,
  })
  const names = [...new Set(vendors.data?.map(({ name }) => name))]
  const typed = text.trim().toLowerCase()
  const vendor = names.find((name) => name.toLowerCase() === typed)
  const hasMatch = !vendors.data || names.some((name) => name.toLowerCase().includes(typed))
  const retry = () => {
    input.current?.focus()
    void vendors.refetch()
  }
  return (
    <Dialog title="Choose Existing Vendor" onClose={onClose}>
      <Stack gap="lg">
        {task.approval.given.length > 0 ? (
          <p>Changing the vendor may require new approvals, possibly from someone else.</p>
        ) : null}
        {hasFailed ? <Problem error={vendors.error} title={LOAD_FAILED} onRetry={retry} /> : null}
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
          error={hasMatch ? update.error?.message : 'No vendors match.'}
          rightSection={isLoading ? <Loader size="xs" aria-hidden /> : null}
        />
        <FormButtons
          type="button"
          disabled={!vendor}
          isBusy={update.isPending}
          announced="Updating the vendor..."
          onClick={() => vendor && update.mutate({ action: 'update_vendor', vendor })}
          onCancel={onClose}
        >
          Use this vendor
        </FormButtons>
      </Stack>
    </Dialog>
  )
}
