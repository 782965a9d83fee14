// Ends what all pay links of a customer show, for one that got into the wrong hands.
import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { LINKS, revokeLinks } from './api.ts'

type RevokeLinksProps = { readonly customerId: string; readonly customer: string }

export const RevokeLinks = ({ customerId, customer }: RevokeLinksProps) => {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => revokeLinks(customerId),
    onSuccess: async () => {
      setIsAsking(false)
      // The link shown now would no longer work.
      await client.invalidateQueries({ queryKey: [LINKS] })
      showToast('success', 'Revoked. The link shown here is new.')
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
            All links that you or we sent to {customer} stop showing what’s on the invoices, and so
            do browsers that opened them. Anyone who knows an invoice’s number and date can still
            find and pay it.
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
