// The dialog for payment links: staff choose an invoice or a customer, then copy the link or its QR code.
import { useState } from 'react'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { ChosenLink } from './chosen-link.tsx'
import { LinkSearch } from './link-search.tsx'
import type { LinkTarget } from './link-target.ts'

type PayLinkDialogProps = { readonly target: LinkTarget; readonly onClose: () => void }

export const PayLinkDialog = ({ target, onClose }: PayLinkDialogProps) => {
  // Kept for those who come back to choose another one.
  const [search, setSearch] = useState('')
  return (
    <Dialog title="Pay link" size="lg" centered={false} onClose={onClose}>
      {target.kind === 'new' ? (
        <LinkSearch typed={search} onType={setSearch} />
      ) : (
        <ChosenLink key={target.kind + target.id} target={target} />
      )}
    </Dialog>
  )
}
