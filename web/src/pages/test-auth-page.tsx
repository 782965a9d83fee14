// Shows the browser's sign-in data and the server's response to it.
import { Box, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { protectedQuery } from '../features/identity/api.ts'
import { expiryOf } from '../features/identity/session/auth-data.ts'
import { useSession } from '../features/identity/session/browser-session.ts'
import { Card } from '../shared/ui/card.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'

export const TestAuthPage = () => (
  <Page
    title="Protected Test Page"
    width="text"
    intro="Only people who are signed in can see this page."
  >
    <Stack gap="lg">
      <AuthStatus />
      <BackendResponse />
    </Stack>
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
      <Title order={2} fz="lg" mb="sm">
        Auth Status
      </Title>
      <Box component="dl" m={0}>
        {facts.map(([label, value]) => (
          <Group key={label} gap="sm" mb="xs" align="flex-start" wrap="nowrap">
            <Text component="dt" c="dimmed" flex="none" w={{ base: '6.5rem', sm: '8rem' }}>
              {label}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Group>
        ))}
      </Box>
    </Card>
  )
}

const BackendResponse = () => {
  const query = useQuery(protectedQuery)
  return (
    <Card>
      <Title order={2} fz="lg" mb="sm">
        Backend Response
      </Title>
      <Loaded query={query}>
        {(answer) => (
          <Code block mih="8.5rem" p="sm" fz="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {JSON.stringify(answer, null, 2)}
          </Code>
        )}
      </Loaded>
    </Card>
  )
}
