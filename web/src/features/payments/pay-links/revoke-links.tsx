// Ends what all pay links of a customer show, for one that got into the wrong hands.
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { LINKS, revokeLinks } from './api.ts'

type RevokeLinksProps = { readonly customerId: string; readonly customer: string }

export const RevokeLinks = ({ customerId, customer }: RevokeLinksProps) => {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => revokeLinks(customerId),
    onSuccess: async () => {
      // The link shown now no longer works.
      await client.invalidateQueries({ queryKey: [LINKS] }, { throwOnError: true })
      setIsAsking(false)
      showToast('success', 'Revoked. Links that you send from now on work.')
    },
  })
  return (
    <>
      <Button variant="default" data-print="never" onClick={() => setIsAsking(true)}>
        Revoke earlier links
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title="Revoke earlier links?"
          confirmLabel="Revoke links"
          busy={isPending}
          onConfirm={() => mutate()}
          onCancel={() => setIsAsking(false)}
        >
          <Text>
            Links that you or we sent to {customer} stop showing what’s on the invoices, and so do
            browsers that opened them or knew the ZIP code. Anyone who knows an invoice’s number and
            date can still find and pay it, and see what’s on it with the ZIP code.
          </Text>
          {error ? (
            <Notice tone="negative">
              <p>{messageOf(error)}</p>
            </Notice>
          ) : null}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
