// Uploads the logo, or removes it. Both apply at once.
import type { SettingsView } from '@invoice-desk/contract/system/business-settings'
import { LOGO_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { FileZone } from '../../../shared/ui/form/file-zone.tsx'
import { logoMutation } from './api.ts'
import { logoProblem } from './logo-problem.ts'

export type LogoFieldProps = {
  readonly logo: SettingsView['logo']
  readonly onChanged: (text: string) => void
}

export const LogoField = ({ logo, onChanged }: LogoFieldProps) => {
  const change = useMutation(logoMutation(useQueryClient()))
  const [refused, setRefused] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const apply = (file: File | undefined, text: string) =>
    change.mutate(file, { onSuccess: () => onChanged(text) })
  const choose = ([file]: readonly File[]) => {
    if (!file || change.isPending) return
    const problem = logoProblem(file)
    setRefused(problem)
    change.reset()
    if (!problem) apply(file, 'Logo saved')
  }
  const stopAsking = () => {
    setAsking(false)
    change.reset()
  }
  const error = refused ?? (change.error && !isAsking ? messageOf(change.error) : undefined)
  return (
    <Stack gap="sm" data-setting="logo">
      <FileZone
        label={logo?.isOwn ? 'Replace the logo' : 'Logo'}
        hint={
          change.isPending
            ? 'Saving the logo...'
            : `PNG or JPEG, up to ${LOGO_BYTES_MAX / 1000} kB. Looks best at 64 pixels or higher. Uploads right away.`
        }
        accept="image/png,image/jpeg"
        error={error}
        disabled={change.isPending}
        onChoose={choose}
      />
      {logo?.isOwn ? (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            Remove the logo
          </Button>
        </Group>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="Remove the logo?"
          confirmLabel="Yes, Remove"
          action={change}
          onConfirm={() => apply(undefined, 'Logo removed')}
          onCancel={stopAsking}
        >
          <p>
            Pages, emails and receipts will show the logo from the server’s configuration instead,
            or none if it doesn’t have one.
          </p>
        </ConfirmDialog>
      ) : null}
    </Stack>
  )
}
