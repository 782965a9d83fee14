// Asks for the name of a view and saves it.

import type { ViewPage } from '@invoice-desk/contract/identity/saved-views'
import { VIEW_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSaveView } from '../../lists/saved-views.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { showToast } from '../feedback/toasts.ts'
import { FormButtons } from '../form/form-buttons.tsx'

type SaveViewDialogProps = {
  readonly page: ViewPage
  readonly query: string
  readonly onClose: () => void
}

export const SaveViewDialog = ({ page, query, onClose }: SaveViewDialogProps) => {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = useSaveView(page)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem('Enter a name.')
    save.mutate(
      { name, query },
      {
        onSuccess: () => {
          showToast('success', 'View saved')
          onClose()
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    )
  }
  return (
    <Dialog title="Save view" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <TextInput
            label="Name"
            description="Saves the search, filters and sort order. Only you see your views. Saving again under the same name replaces it."
            maxLength={VIEW_NAME_LENGTH_MAX}
            value={name}
            error={problem}
            errorProps={{ role: 'alert' }}
            data-autofocus
            onChange={({ currentTarget }) => {
              setProblem(undefined)
              setName(currentTarget.value)
            }}
          />
          <FormButtons isBusy={save.isPending} announced="Saving..." onCancel={onClose}>
            Save
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
