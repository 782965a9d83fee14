// Sign in, switch account, sign out.
import { safeReturnPath } from '@invoice-desk/contract/http/return-path'
import { isStaffPath, staffPageOf } from '@invoice-desk/contract/system/pages'
import { Box, Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { session, useSession } from '../features/identity/session/browser-session.ts'
import { redirectToGoogle } from '../features/identity/session/sign-in.ts'
import { isLimited } from '../shared/api/api-error.ts'
import { Redirect } from '../shared/navigation/app-link.tsx'
import { trail } from '../shared/navigation/previous-path.ts'
import '../shared/styles/mantine-rest.css'
import { Card } from '../shared/ui/card.tsx'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { Notice } from '../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../shared/ui/form/busy-button.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const AuthPage = () => {
  const state = useSession()
  const [query] = useSearchParams()
  // Read once: after the first render, this page is the previous one.
  const [previous] = useState(trail.from)
  const [end] = useState(trail.end)
  useEffect(
    () => () => {
      delete trail.end
    },
    [],
  )
  const returnPath = safeReturnPath(query.get('redirect') ?? previous)
  if (state.status === 'unknown') return <Loading />
  if (state.status === 'signed-in' && !query.has('switch')) return <Redirect to={returnPath} />
  const email = state.status === 'signed-in' ? state.auth.email : undefined
  return (
    <Page {...publicPage('/auth')}>
      {end === 'expired' && !email ? (
        <Box mb="md">
          <Notice>Your session ended. Sign in again to continue. We kept what you entered.</Notice>
        </Box>
      ) : null}
      <Card>
        <SignIn email={email} returnPath={returnPath} isAgain={query.has('again')} />
      </Card>
      <Text c="dimmed" fz="var(--font-compact)" mt="lg">
        No account yet? Email <ContactLink />.
      </Text>
    </Page>
  )
}

type SignInProps = {
  readonly email: string | undefined
  readonly returnPath: string
  /** The same person, whose sign-in is too old for what they do. */
  readonly isAgain: boolean
}

const SignIn = ({ email, returnPath, isAgain }: SignInProps) => {
  const { problem, leaving, leave } = useLeaving(returnPath)
  return (
    <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
      {email ? (
        <p>
          Current account: <strong>{email}</strong>
        </p>
      ) : null}
      {problem ? <Notice tone="negative">{problem}</Notice> : null}
      <BusyButton fullWidth isBusy={leaving} announced="Opening Google..." onClick={leave}>
        {email && !isAgain ? 'Switch Account' : 'Sign in with Google'}
      </BusyButton>
      {email ? (
        <Button fullWidth variant="default" onClick={session.signOut}>
          Sign Out
        </Button>
      ) : null}
      {returnPath === '/' ? null : (
        <Text c="dimmed" fz="var(--font-small)">
          You’ll return to {nameOf(returnPath) ?? 'the page you came from'}.
        </Text>
      )}
    </Stack>
  )
}

const nameOf = (path: string): string | undefined => {
  const [page = ''] = path.split('?', 1)
  return isStaffPath(page) ? staffPageOf(page).label : undefined
}

const useLeaving = (returnPath: string) => {
  const [leaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const leave = async () => {
    setLeaving(true)
    setProblem(undefined)
    try {
      await redirectToGoogle(returnPath)
    } catch (error) {
      setProblem(isLimited(error) ? error.message : 'Failed to initialize Google login')
      setLeaving(false)
    }
  }
  return { leaving, problem, leave }
}
