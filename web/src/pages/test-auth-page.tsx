// Shows the browser's sign-in data and the server's response to it.
import { useQuery } from '@tanstack/react-query'
import { protectedQuery } from '../features/identity/api.ts'
import { expiryOf } from '../features/identity/session/auth-data.ts'
import { useSession } from '../features/identity/session/browser-session.ts'
import { Card } from '../shared/ui/card.tsx'
import { Loaded } from '../shared/ui/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import classes from './test-auth-page.module.css'

export const TestAuthPage = () => (
  <Page
    title="Protected Test Page"
    width="text"
    intro="Only people who are signed in can see this page."
  >
    <div className={classes.cards}>
      <AuthStatus />
      <BackendResponse />
    </div>
  </Page>
)

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' })

const AuthStatus = () => {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  const { email, name, idToken, accessToken } = state.auth
  const expiry = expiryOf(state.auth)
  const facts = [
    ['Email', email],
    ['Name', name],
    ['ID token', idToken ? 'Present' : 'Missing'],
    ['Access token', accessToken ? 'Present' : 'Missing'],
    ['Expires', expiry ? dateAndTime.format(expiry * 1_000) : 'Unknown'],
  ] as const
  return (
    <Card>
      <h2 className={classes.heading}>Auth Status</h2>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const BackendResponse = () => {
  const query = useQuery(protectedQuery)
  return (
    <Card>
      <h2 className={classes.heading}>Backend Response</h2>
      <Loaded query={query}>
        {(answer) => <pre className={classes.answer}>{JSON.stringify(answer, null, 2)}</pre>}
      </Loaded>
    </Card>
  )
}
