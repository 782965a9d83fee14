// Where a person is signed in, and signing out there.
import {
  endSessions,
  listSessions,
  type StaffSession,
} from '@invoice-desk/contract/identity/sessions'
import { Button, Group, Stack, Text } from '@mantine/core'
import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/api/api.ts'
import { agoText, dateAndTime } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { ActionDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'
import { session } from '../session/browser-session.ts'

export const SessionsCard = () => {
  const query = useQuery(sessionsQuery)
  const end = useMutation(endSessionsMutation(useQueryClient()))
  const [asks, setAsks] = useState(false)
  return (
    <Card title="Where you’re signed in">
      <Loaded query={query}>
        {({ sessions }) => (
          <Stack gap="md">
            {end.error ? <Problem error={end.error} /> : null}
            <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
              {sessions.map((each) => (
                <Row
                  key={each.id}
                  session={each}
                  onEnd={() => (each.isThis ? session.signOut() : end.mutate(each.id))}
                />
              ))}
            </Stack>
            <div>
              <Button variant="default" onClick={() => setAsks(true)}>
                Sign out everywhere
              </Button>
            </div>
          </Stack>
        )}
      </Loaded>
      {asks ? <EverywhereDialog onClose={() => setAsks(false)} /> : null}
    </Card>
  )
}

type RowProps = { readonly session: StaffSession; readonly onEnd: () => void }

const Row = ({ session: { browser, address, signedInAt, usedAt, isThis }, onEnd }: RowProps) => {
  const signedIn = dateAndTime.format(new Date(signedInAt))
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Group gap="xs">
          <strong>{browser}</strong>
          {isThis ? <Pill tone="positive">This browser</Pill> : null}
        </Group>
        <Text c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
          Signed in {signedIn}
          {address ? ` from ${address}` : ''}
          {isThis ? '' : `. Last used ${agoText(usedAt, Date.now())}`}
        </Text>
      </div>
      <RowButton label="Sign out" name={`${browser}, signed in ${signedIn}`} onClick={onEnd} />
    </Group>
  )
}

const EverywhereDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <ActionDialog
    title="Sign out everywhere"
    confirmLabel="Yes, Sign Out"
    action={useMutation(endSessionsMutation(useQueryClient()))}
    sent="all"
    onDone={session.signOut}
    onClose={onClose}
  >
    <p>This signs you out in every browser, including this one.</p>
  </ActionDialog>
)

const sessionsQuery = queryOptions({
  queryKey: ['identity', 'sessions'],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  staleTime: 0,
})

/** After `all`, the session of this browser is over too. */
const endSessionsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(endSessions, { body: { id } }),
    onSettled: (_done, _error, id) =>
      id === 'all' ? undefined : client.invalidateQueries(sessionsQuery),
  })
