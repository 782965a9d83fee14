// Opens a payment's dialog. As a link it adds a history entry, so the back button closes the dialog.
import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { pathOf, readView } from './attempt-view.ts'

type AttemptLinkProps = { readonly id: string; readonly label: string; readonly children: string }

export const AttemptLink = ({ id, label, children }: AttemptLinkProps) => {
  const [params] = useSearchParams()
  return (
    <Button
      component={AppLink}
      variant="default"
      size="xs"
      aria-label={label}
      to={pathOf(readView(params), id)}
      preventScrollReset
    >
      {children}
    </Button>
  )
}
