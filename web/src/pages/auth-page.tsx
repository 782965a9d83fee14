// Sign in, switch account, sign out.
import { safeReturnPath } from '@invoice-desk/contract/return-path'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { session, useSession } from '../features/identity/session/browser-session.ts'
import { redirectToGoogle } from '../features/identity/session/sign-in.ts'
import { isLimited } from '../shared/api-error.ts'
import { Redirect } from '../shared/app-link.tsx'
import { getPreviousPath } from '../shared/previous-path.ts'
import '../shared/styles/mantine-rest.css'
import { BusyButton } from '../shared/ui/busy-button.tsx'
import { Card } from '../shared/ui/card.tsx'
import { ContactLink } from '../shared/ui/contact-link.tsx'
import { Loading } from '../shared/ui/loading.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const AuthPage = () => {
  const state = useSession()
  const [query] = useSearchParams()
  // Read once: after the first render, this page is the previous one.
  const [previous] = useState(getPreviousPath)
  const returnPath = safeReturnPath(query.get('redirect') ?? previous)
  if (state.status === 'unknown') return <Loading />
  if (state.status === 'signed-in' && !query.has('switch')) return <Redirect to={returnPath} />
  const email = state.status === 'signed-in' ? state.auth.email : undefined
  return (
    <Page {...publicPage('/auth')}>
      <Card>
        <SignIn email={email} returnPath={returnPath} />
      </Card>
      <Text c="dimmed" fz="0.9375rem" mt="lg">
        No account yet? Email <ContactLink />.
      </Text>
    </Page>
  )
}

type SignInProps = { readonly email: string | undefined; readonly returnPath: string }

const SignIn = ({ email, returnPath }: SignInProps) => {
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
        {email ? 'Switch Account' : 'Sign in with Google'}
      </BusyButton>
      {email ? (
        <Button fullWidth variant="default" onClick={session.signOut}>
          Sign Out
        </Button>
      ) : null}
      {returnPath === '/' ? null : (
        <Text c="dimmed" fz="0.8125rem">
          You’ll return to {returnPath}
        </Text>
      )}
    </Stack>
  )
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
