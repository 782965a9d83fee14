// Emails the contractor a link to the page where they can send or correct their details.
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { requestDetailsLink } from '@invoice-desk/contract/vendors/vendor-details'
import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { perform } from '../../../shared/api/api.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { FormButtons } from '../../../shared/ui/form/form-buttons.tsx'
import { type Contractor, isTokenRefused } from '../verification/portal-flow.ts'

type DetailsDialogProps = {
  readonly contractor: Contractor
  readonly onExpired: () => void
  readonly onClose: () => void
}

export const DetailsDialog = ({ contractor, onExpired, onClose }: DetailsDialogProps) => {
  const { email, token } = contractor
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => perform(requestDetailsLink, { token }),
    onError: (refusal) => {
      if (isTokenRefused(refusal)) onExpired()
    },
  })
  return (
    <Dialog title="Your details" onClose={onClose}>
      <Stack gap="lg">
        {error ? <Problem error={error} /> : null}
        {isSuccess ? (
          <Sent email={email} onClose={onClose} />
        ) : (
          <>
            <p>
              We use your legal name, address and tax ID to pay you and to report payments to the
              IRS. To send or correct them, use a link that we’ll email to{' '}
              <EmailText email={email} />.
            </p>
            <FormButtons
              type="button"
              isBusy={isPending}
              announced="Sending the link..."
              onClick={() => mutate()}
              onCancel={onClose}
              data-autofocus
            >
              Email me a link
            </FormButtons>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

const Sent = ({ email, onClose }: { email: string; onClose: () => void }) => {
  const close = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone.
  useEffect(() => close.current?.focus(), [])
  return (
    <>
      <Notice tone="positive">
        <p>
          We emailed a link to <EmailText email={email} />. It works for {VENDOR_DETAILS_DAYS_MAX}{' '}
          days, and may be in your spam folder.
        </p>
      </Notice>
      <Group justify="flex-end">
        <Button ref={close} variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  )
}
