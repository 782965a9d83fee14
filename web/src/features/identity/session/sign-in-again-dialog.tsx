// Opens the sign-in in a new tab, so the form in this one stays. This tab takes over the new session.
import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { paths } from '../../../shared/navigation/paths.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { session, useSession } from './browser-session.ts'

const signedInAt = () => {
  const state = session.getState()
  return state.status === 'signed-in' ? state.auth.timestamp : undefined
}

const ADDRESS = `${paths.auth({ redirect: paths.overview(), switchUser: true })}&again=1`

export const SignInAgainDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [before] = useState(signedInAt)
  useSession()
  // A renewal keeps the time of the sign-in.
  const isDone = signedInAt() !== before
  useEffect(() => {
    if (!isDone) return
    showToast('success', 'You signed in again. You can continue now.')
    onClose()
  }, [isDone, onClose])
  return (
    <Dialog title="Sign in again" onClose={onClose}>
      <Stack gap="lg">
        <p>
          You signed in a while ago, and this needs a recent sign-in. Sign in again in a new tab,
          then come back and try again. Nothing you typed is lost.
        </p>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            component="a"
            c="var(--button-color)"
            href={ADDRESS}
            target="_blank"
            rel="noreferrer"
            data-autofocus
          >
            Sign in again
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
