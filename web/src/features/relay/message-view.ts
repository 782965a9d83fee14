// The filters of the relayed messages, kept in the URL.
import {
  RELAY_MESSAGE_STATES,
  type RelayMessageState,
} from '@invoice-desk/contract/relay/mail-relay'

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
