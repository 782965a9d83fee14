// A mail relay with two Gmail accounts, devices, and messages in every state, for pages without a server.
import type {
  RelayDevice,
  RelayMailbox,
  RelayMessage,
} from '@invoice-desk/contract/relay/mail-relay'
import { ADMIN, STAFF } from '../people.ts'

const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const OFFICE = {
  id: idOf(1),
  address: 'office@harborfinch.example',
  owner: ADMIN,
  state: 'connected',
  connectedAt: '2026-11-02T15:00:00.000Z',
  recipients: 1_874,
  recipientsMax: 2_000,
} as const satisfies RelayMailbox

const WORKSHOP = {
  ...OFFICE,
  id: idOf(2),
  address: 'harborfinch.workshop@gmail.com',
  owner: STAFF,
  state: 'withdrawn',
  recipients: 12,
  recipientsMax: 500,
} as const satisfies RelayMailbox

const SCANNER: RelayDevice = {
  id: idOf(3),
  name: 'Scanner, 2nd floor',
  owner: ADMIN,
  mailboxId: OFFICE.id,
  address: OFFICE.address,
  userName: 'relay-k7m2x9qd4t',
  senders: ['scanner@harborfinch.example'],
  keepsSender: false,
  createdAt: '2026-11-02T15:10:00.000Z',
  lastUsedAt: '2026-11-16T15:00:00.000Z',
  version: 1,
}

const DEVICES: readonly RelayDevice[] = [
  SCANNER,
  {
    ...SCANNER,
    id: idOf(4),
    name: 'Nightly backup report',
    owner: STAFF,
    mailboxId: WORKSHOP.id,
    address: WORKSHOP.address,
    userName: 'relay-p3v8ncw6yz',
    senders: ['backup@harborfinch.example', 'root@workshop.harborfinch.example', WORKSHOP.address],
    lastRefusal: {
      at: '2026-11-16T15:04:00.000Z',
      text: `${WORKSHOP.address} isn’t connected. Connect it again in the mail relay.`,
    },
  },
  { ...SCANNER, id: idOf(5), name: 'Old copier', revokedAt: '2026-11-09T09:30:00.000Z' },
]

const SENT: RelayMessage = {
  id: idOf(10),
  deviceId: SCANNER.id,
  deviceName: SCANNER.name,
  sender: 'scanner@harborfinch.example',
  recipients: [ADMIN],
  subject: 'Scan from 2nd floor, 3 pages',
  messageId: '<1@scanner.example>',
  bytes: 1_482_000,
  state: 'sent',
  attempts: 1,
  acceptedAt: '2026-11-16T15:00:00.000Z',
  sentAt: '2026-11-16T15:00:01.000Z',
  mayBeRepeated: false,
  canResend: false,
}

const MESSAGES: readonly RelayMessage[] = [
  {
    ...SENT,
    id: idOf(11),
    deviceId: idOf(4),
    deviceName: 'Nightly backup report',
    sender: 'backup@harborfinch.example',
    recipients: [ADMIN, STAFF, 'it@harborfinch.example'],
    subject: 'Backup finished: 0 errors',
    bytes: 3_100,
    state: 'queued',
    problem: 'The Gmail account isn’t connected. Connect it again, and the message goes out.',
    nextTryAt: '2026-11-16T16:05:00.000Z',
  },
  { ...SENT, id: idOf(12), mayBeRepeated: true, attempts: 2 },
  {
    ...SENT,
    id: idOf(13),
    subject: '',
    state: 'failed',
    problem: 'Gmail refused the message: Recipient address required.',
    canResend: true,
  },
  SENT,
]

const SERVER = { host: 'relay.harborfinch.example', port: 2_587, tlsPort: 2_465, isTrial: true }

export const RELAY = { server: SERVER, mailboxes: [OFFICE, WORKSHOP], devices: DEVICES }
export const RELAY_MESSAGES = { messages: MESSAGES }
export const NEW_DEVICE = { device: SCANNER, password: 'h4kd8wmnx3rt7pvqz2ye' }
/** Nothing is connected, and the relay is off. */
export const NEW_RELAY = { mailboxes: [], devices: [] }

const LONG = 'Supercalifragilistic'
const LONG_NAME = LONG.repeat(3)

/** Names and subjects without a space, and a device that is blocked. */
export const LONG_RELAY = {
  server: SERVER,
  mailboxes: [OFFICE],
  devices: [
    { ...SCANNER, name: LONG_NAME, blockedBecause: `${LONG.repeat(5)}@harborfinch.example` },
  ],
}
export const LONG_MESSAGE: RelayMessage = {
  ...SENT,
  deviceName: LONG_NAME,
  subject: LONG.repeat(10),
  state: 'failed',
  problem: LONG.repeat(10),
  mayBeRepeated: true,
  canResend: true,
}
