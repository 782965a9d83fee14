// Asks for the retailer's 2FA or CAPTCHA code.
import type { Challenge } from '@invoice-desk/contract/retailer/retailer'
import { Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { closeErrorToasts, showToast } from '../../../shared/ui/feedback/toasts.ts'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { reloadTransactions, verifyMutation } from '../api.ts'
import { verifyFailure } from '../texts.ts'

const LABELS = {
  '2fa': 'Enter verification code',
  captcha: 'Enter CAPTCHA',
} as const satisfies Record<Challenge['type'], string>

type SecurityDialogProps = { readonly challenge: Challenge; readonly onClose: () => void }

export const SecurityDialog = ({ challenge, onClose }: SecurityDialogProps) => {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const verify = useMutation({
    ...verifyMutation,
    onMutate: closeErrorToasts,
    onSuccess: () => {
      showToast('success', 'Verification successful')
      onClose()
      return reloadTransactions(client)
    },
    onError: (error) => showToast('error', verifyFailure(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate({ type: challenge.type, code })
  }
  return (
    <Dialog title="Security Verification Required" closeOnClickOutside={false} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          <p>{challenge.message}</p>
          <TextInput
            required
            label={LABELS[challenge.type]}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            maxLength={100}
            autoComplete={challenge.type === '2fa' ? 'one-time-code' : 'off'}
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
          />
          <FormButtons isBusy={verify.isPending} busyLabel="Verifying..." onCancel={onClose}>
            Submit
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  )
}
