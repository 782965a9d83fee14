// The mail relay: Gmail accounts that consented, devices that send through them by SMTP, and what they sent.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { email } from '../values/email.ts'
import { uuid } from '../values/ids.ts'
import { EMAIL_LENGTH_MAX, VERSION_MAX } from '../values/limits.ts'
import { line } from '../values/text.ts'

/** Gmail's own limit for a message with its attachments. */
export const RELAY_MESSAGE_BYTES_MAX = 25 * 1024 * 1024
/** Gmail's limit for a message that a program sends. */
export const RELAY_RECIPIENTS_MAX = 100
const RELAY_SENDERS_MAX = 20
const RELAY_DEVICE_NAME_LENGTH_MAX = 60
/** Devices and Gmail accounts per person. */
export const RELAY_DEVICES_MAX = 100
export const RELAY_MAILBOXES_MAX = 10
/** How long we keep the facts of a message, and the content of one that Gmail refused. */
export const RELAY_DAYS_KEPT = 30
/** How long we try to send a message. */
export const RELAY_DAYS_TRIED = 5
export const RELAY_PAGE_SIZE = 50
/** Recipients per Gmail account within 24 hours: Gmail's limit for a personal account and for one of a company. */
export const RELAY_RECIPIENTS_PER_DAY = { personal: 500, company: 2_000 } as const

/** `withdrawn`: Google no longer permits it. `disconnected`: someone here disconnected it. */
export const RELAY_MAILBOX_STATES = {
  connected: 'Connected',
  withdrawn: 'Consent withdrawn',
  disconnected: 'Disconnected',
} as const
export type RelayMailboxState = keyof typeof RELAY_MAILBOX_STATES

export const RELAY_MESSAGE_STATES = {
  queued: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not sent',
} as const
export type RelayMessageState = keyof typeof RELAY_MESSAGE_STATES

const mailbox = z.object({
  id: z.string(),
  address: z.string(),
  /** The email of the person who connected it. */
  owner: z.string(),
  state: z.enum(Object.keys(RELAY_MAILBOX_STATES) as RelayMailboxState[]),
  connectedAt: z.iso.datetime(),
  /** Accepted in the last 24 hours, and how many Gmail allows. */
  recipients: z.number().int(),
  recipientsMax: z.number().int(),
  /** Gmail accepts nothing more from this account until then. */
  pausedUntil: z.iso.datetime().optional(),
})
export type RelayMailbox = z.infer<typeof mailbox>

const device = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  mailboxId: z.string(),
  /** The Gmail account it sends through. */
  address: z.string(),
  userName: z.string(),
  senders: z.array(z.string()),
  /** Gmail sends as these addresses, so the sender stays as it is. */
  keepsSender: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().optional(),
  /** The last time that the SMTP server refused it, in its words. Undefined after the next accepted message. */
  lastRefusal: z.object({ at: z.iso.datetime(), text: z.string() }).optional(),
  /** Undefined if it can send. Otherwise a sentence, such as that its owner can no longer use the mail relay. */
  blockedBecause: z.string().optional(),
  revokedAt: z.iso.datetime().optional(),
  version: z.number().int(),
})
export type RelayDevice = z.infer<typeof device>

const message = z.object({
  id: z.string(),
  deviceId: z.string(),
  deviceName: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  subject: z.string(),
  /** The Message-ID header, which stays the same if the message is sent again. */
  messageId: z.string(),
  bytes: z.number().int(),
  state: z.enum(Object.keys(RELAY_MESSAGE_STATES) as RelayMessageState[]),
  attempts: z.number().int(),
  acceptedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().optional(),
  nextTryAt: z.iso.datetime().optional(),
  /** Why the last try failed, as a whole sentence. */
  problem: z.string().optional(),
  /** We lost an answer of Gmail, so its recipients may have got it twice. */
  mayBeRepeated: z.boolean(),
  /** The message failed, and we still have its content. */
  canResend: z.boolean(),
})
export type RelayMessage = z.infer<typeof message>

const relayServer = z.object({
  host: z.string(),
  /** With STARTTLS. */
  port: z.number().int().optional(),
  /** With TLS from the first byte. */
  tlsPort: z.number().int().optional(),
  /** The sandbox's certificate, which devices don't know, and a login without TLS on this computer. */
  isTrial: z.boolean(),
})
export type RelayServer = z.infer<typeof relayServer>

export const getMailRelay = {
  method: 'GET',
  path: '/api/mail-relay',
  summary: "The caller's Gmail accounts and devices; for administrators, everyone's",
  access: 'tool:mail_relay',
  response: z.object({
    /** Undefined if the relay is off. */
    server: relayServer.optional(),
    mailboxes: z.array(mailbox),
    devices: z.array(device),
  }),
} as const satisfies Endpoint

export const startGmailConnection = {
  method: 'GET',
  path: '/api/mail-relay/gmail/start',
  summary: "Start a connection in this browser; returns the URL of Google's consent page",
  access: 'tool:mail_relay',
  query: z.object({
    /** The account to connect again. */
    address: email.optional(),
  }),
  response: z.object({ url: z.url() }),
  errors: ['google_unavailable'],
} as const satisfies Endpoint

export const finishGmailConnection = {
  method: 'POST',
  path: '/api/mail-relay/gmail/finish',
  summary: "Finish a connection with the code from Google's consent page",
  access: 'tool:mail_relay',
  body: z.object({
    code: z.string().min(1, 'No authorization code received').max(2_000),
    state: z.string().max(1_000).default(''),
    iss: z.string().max(500).optional(),
  }),
  response: mailbox,
  errors: ['gmail_refused', 'google_unavailable', 'relay_conflict'],
} as const satisfies Endpoint

export const disconnectGmail = {
  method: 'POST',
  path: '/api/mail-relay/gmail/disconnect',
  summary: "Disconnect a Gmail account; queued messages wait until it's reconnected",
  access: 'tool:mail_relay',
  body: z.object({ id: uuid }),
  response: mailbox,
  errors: ['not_found'],
} as const satisfies Endpoint

const deviceFields = z.object({
  name: line(RELAY_DEVICE_NAME_LENGTH_MAX).refine(
    (name) => !/\p{Bidi_Control}/u.test(name),
    'Enter a name without invisible characters.',
  ),
  senders: z
    .array(email.refine((each) => !each.startsWith('*'), 'Enter each address in full.'))
    .min(1, 'Enter at least one sender address.')
    .max(RELAY_SENDERS_MAX, `Enter at most ${RELAY_SENDERS_MAX} addresses.`)
    .transform((senders) => [...new Set(senders)]),
  keepsSender: z.boolean().default(false),
})

const withPassword = z.object({
  device,
  /** Shown once; we store only its hash. */
  password: z.string(),
})
export type RelayDeviceWithPassword = z.infer<typeof withPassword>

export const addRelayDevice = {
  method: 'POST',
  path: '/api/mail-relay/devices',
  summary: 'Add a device; returns its password once',
  access: 'tool:mail_relay',
  body: deviceFields.extend({ mailboxId: uuid }),
  response: withPassword,
  errors: ['not_found', 'relay_conflict'],
} as const satisfies Endpoint

export const changeRelayDevice = {
  method: 'PUT',
  path: '/api/mail-relay/devices',
  summary: "Change a device's name and senders",
  access: 'tool:mail_relay',
  body: deviceFields.extend({ id: uuid, version: z.number().int().min(0).max(VERSION_MAX) }),
  response: device,
  errors: ['not_found', 'changed_meanwhile', 'relay_conflict'],
} as const satisfies Endpoint

export const rotateRelayPassword = {
  method: 'POST',
  path: '/api/mail-relay/devices/password',
  summary: 'Give a device a new password; the old one stops working at once',
  access: 'tool:mail_relay',
  body: z.object({ id: uuid }),
  response: withPassword,
  errors: ['not_found', 'relay_conflict'],
} as const satisfies Endpoint

export const revokeRelayDevice = {
  method: 'POST',
  path: '/api/mail-relay/devices/revoke',
  summary: 'Accept nothing more from a device; what it has sent is still delivered',
  access: 'tool:mail_relay',
  body: z.object({ id: uuid }),
  response: device,
  errors: ['not_found'],
} as const satisfies Endpoint

export const sendRelayTest = {
  method: 'POST',
  path: '/api/mail-relay/devices/test',
  summary: 'Send a test message to the caller through the Gmail account of a device',
  access: 'tool:mail_relay',
  body: z.object({ id: uuid }),
  response: message,
  errors: ['not_found', 'relay_conflict'],
} as const satisfies Endpoint

export const listRelayMessages = {
  method: 'GET',
  path: '/api/mail-relay/messages',
  summary: `What devices sent in the last ${RELAY_DAYS_KEPT} days, newest first, ${RELAY_PAGE_SIZE} per call`,
  access: 'tool:mail_relay',
  query: z.object({
    device: uuid.optional(),
    state: z.enum(Object.keys(RELAY_MESSAGE_STATES) as RelayMessageState[]).optional(),
    /** The `next` of the previous page. */
    before: z.string().max(EMAIL_LENGTH_MAX).optional(),
  }),
  response: z.object({
    messages: z.array(message),
    /** Names the next page; absent on the last one. */
    next: z.string().optional(),
  }),
} as const satisfies Endpoint

export const resendRelayMessage = {
  method: 'POST',
  path: '/api/mail-relay/messages/resend',
  summary: 'Resend a failed message',
  access: 'tool:mail_relay',
  body: z.object({ id: uuid }),
  response: message,
  errors: ['not_found', 'relay_conflict'],
} as const satisfies Endpoint
