// Queries and mutations of the mail relay.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  addRelayDevice,
  changeRelayDevice,
  disconnectGmail,
  getMailRelay,
  listRelayMessages,
  type RelayMailbox,
  type RelayMessage,
  resendRelayMessage,
  revokeRelayDevice,
  rotateRelayPassword,
  sendRelayTest,
} from '@invoice-desk/contract/relay/mail-relay'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallInput, call } from '../../shared/api/api.ts'
import { isShort, type Part } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'
import { givenIn } from '../../shared/lists/use-url-filters.ts'
import type { MessageView } from './message-view.ts'

const RELAY = 'mail-relay'

export type Relay = ResponseOf<typeof getMailRelay>

/** Devices send at any time, and Google can withdraw its permission. */
const POLL_MS = 5_000
/** While a message is on its way. */
const WAITING_POLL_MS = 2_000

export const relayQuery = queryOptions({
  queryKey: [RELAY, 'overview'],
  queryFn: ({ signal }) => call(getMailRelay, { signal }),
  staleTime: 0,
  refetchInterval: POLL_MS,
})

type MessagePart = Part<RelayMessage> & { readonly next: string | undefined }

const isWaiting = ({ state }: RelayMessage): boolean => state === 'queued' || state === 'sending'

export const messagesQuery = (view: MessageView) =>
  infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [RELAY, 'messages', view],
    queryFn: async ({ pageParam: before, signal }): Promise<MessagePart> => {
      const query = givenIn({ ...view, before })
      const { messages, next } = await call(listRelayMessages, { query, signal })
      return { rows: messages, next }
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: (query) => {
      if (!isShort(query)) return false
      const rows = query.state.data?.pages.flatMap((part) => part.rows) ?? []
      return rows.some(isWaiting) ? WAITING_POLL_MS : POLL_MS
    },
  })

/** The Gmail account of a device, as the page shows it. */
export const useMailboxOf = (deviceId: string): RelayMailbox | undefined => {
  const { data } = useQuery({ ...relayQuery, enabled: false })
  const device = data?.devices.find(({ id }) => id === deviceId)
  return data?.mailboxes.find(({ id }) => id === device?.mailboxId)
}

export type DeviceBody = CallInput<typeof addRelayDevice, 'body'>
type ChangeBody = CallInput<typeof changeRelayDevice, 'body'>

/** Ends when the page shows the change, so that focus doesn't move to what goes away. */
const useAction = <Sent, Done>(mutationFn: (sent: Sent) => Promise<Done>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    // Also after an error, which can mean that the list is stale.
    onSettled: () => client.invalidateQueries({ queryKey: [RELAY] }),
  })
}

export const useAddDevice = () => useAction((body: DeviceBody) => call(addRelayDevice, { body }))
export const useChangeDevice = () =>
  useAction((body: ChangeBody) => call(changeRelayDevice, { body }))
export const useNewPassword = () =>
  useAction((id: string) => call(rotateRelayPassword, { body: { id } }))
export const useRevoke = () => useAction((id: string) => call(revokeRelayDevice, { body: { id } }))
export const useSendTest = () => useAction((id: string) => call(sendRelayTest, { body: { id } }))
export const useDisconnect = () =>
  useAction((id: string) => call(disconnectGmail, { body: { id } }))
export const useResend = () => useAction((id: string) => call(resendRelayMessage, { body: { id } }))
