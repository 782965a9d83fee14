// Queries and changes of the mail relay, and the filters of its messages.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import {
  addRelayDevice,
  changeRelayDevice,
  disconnectGmail,
  getMailRelay,
  listRelayMessages,
  RELAY_MESSAGE_STATES,
  type RelayMailbox,
  type RelayMessage,
  type RelayMessageState,
  resendRelayMessage,
  revokeRelayDevice,
  rotateRelayPassword,
  sendRelayTest,
} from '@invoice-desk/contract/relay/mail-relay'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { type CallInput, call } from '../../shared/api/api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { isShort, type Part } from '../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../shared/lists/use-infinite-list.ts'
import { givenIn } from '../../shared/lists/use-url-filters.ts'

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

const useAction = <Sent, Done>(send: (sent: Sent) => Promise<Done>) => useChange([RELAY], send)

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

export type MessageView = {
  /** A device's id; empty for all. */
  readonly device: string
  readonly state: RelayMessageState | ''
}

export const ALL_MESSAGES: MessageView = { device: '', state: '' }

export const MESSAGE_STATES = Object.entries(RELAY_MESSAGE_STATES).map(([value, label]) => ({
  value,
  label,
}))

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const readView = (params: URLSearchParams): MessageView => {
  const [device = '', state] = [params.get('device') ?? '', params.get('state')]
  return {
    device: UUID.test(device) ? device : '',
    state: (MESSAGE_STATES.find(({ value }) => value === state)?.value ??
      '') as MessageView['state'],
  }
}
