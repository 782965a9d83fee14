// Tables for the mail relay: Gmail accounts, the devices that send through them, and their messages.
import {
  RELAY_MAILBOX_STATES,
  RELAY_MESSAGE_STATES,
  type RelayMailboxState,
  type RelayMessageState,
} from '@invoice-desk/contract/relay/mail-relay'
import { sql } from 'drizzle-orm'
import { check, index, pgTable } from 'drizzle-orm/pg-core'
import { at, isOneOf } from './common.ts'

/** A Gmail account whose owner consented. */
export const relayMailbox = pgTable(
  'relay_mailbox',
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    address: t.text().notNull().unique(),
    owner: t.text().notNull(),
    /** The Workspace domain; null for a personal account, which may send less. */
    domain: t.text(),
    state: t.text().$type<RelayMailboxState>().notNull().default('connected'),
    /** Sealed. */
    refreshToken: t.text('refresh_token'),
    /** Gmail said that it accepts nothing more until then. */
    pausedUntil: at('paused_until'),
    connectedAt: at('connected_at').notNull().default(sql`now()`),
    createdAt: at('created_at').notNull().default(sql`now()`),
  }),
  () => [
    check('relay_mailbox_state', sql.raw(isOneOf('state', Object.keys(RELAY_MAILBOX_STATES)))),
    check('relay_mailbox_token', sql.raw(`(state = 'connected') = (refresh_token IS NOT NULL)`)),
  ],
)

/** A scanner, a printer or a program that sends by SMTP. */
export const relayDevice = pgTable(
  'relay_device',
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    owner: t.text().notNull(),
    mailboxId: t
      .uuid('mailbox_id')
      .notNull()
      .references(() => relayMailbox.id),
    name: t.text().notNull(),
    userName: t.text('user_name').notNull().unique(),
    passwordHash: t.text('password_hash').notNull(),
    senders: t.text().array().notNull(),
    keepsSender: t.boolean('keeps_sender').notNull().default(false),
    lastUsedAt: at('last_used_at'),
    /** The last time that the SMTP server refused it, and in which words. */
    refusedAt: at('refused_at'),
    refusal: t.text(),
    /** When its owner was last told about failed messages. */
    reportedAt: at('reported_at'),
    revokedAt: at('revoked_at'),
    createdAt: at('created_at').notNull().default(sql`now()`),
    version: t.integer().notNull().default(1),
  }),
  (table) => [
    index('relay_device_owner').on(table.owner),
    index('relay_device_mailbox').on(table.mailboxId),
  ],
)

/** A message that we accepted. Its content is a file, encrypted with a key of its own. */
export const relayMessage = pgTable(
  'relay_message',
  (t) => ({
    id: t.uuid().primaryKey(),
    deviceId: t
      .uuid('device_id')
      .notNull()
      .references(() => relayDevice.id),
    mailboxId: t
      .uuid('mailbox_id')
      .notNull()
      .references(() => relayMailbox.id),
    /** The envelope's. */
    sender: t.text().notNull(),
    recipients: t.text().array().notNull(),
    subject: t.text().notNull(),
    messageId: t.text('message_id').notNull(),
    bytes: t.integer().notNull(),
    /** Erased: first the key, which is sealed, and then the file. */
    fileId: t.uuid('file_id').unique(),
    contentKey: t.text('content_key'),
    state: t.text().$type<RelayMessageState>().notNull().default('queued'),
    attempts: t.integer().notNull().default(0),
    nextTryAt: at('next_try_at'),
    /** The worker that is sending it owns it until then. */
    leaseUntil: at('lease_until'),
    problem: t.text(),
    mayBeRepeated: t.boolean('may_be_repeated').notNull().default(false),
    gmailId: t.text('gmail_id'),
    acceptedAt: at('accepted_at').notNull().default(sql`now()`),
    /** When we began to try, or to try again after a failure. */
    triedSince: at('tried_since').notNull().default(sql`now()`),
    sentAt: at('sent_at'),
    /** When the device's owner was told that it failed. */
    reportedAt: at('reported_at'),
  }),
  (table) => [
    index('relay_message_mailbox').on(table.mailboxId, table.acceptedAt),
    index('relay_message_device').on(table.deviceId, table.acceptedAt, table.id),
    index('relay_message_accepted').on(table.acceptedAt, table.id),
    index('relay_message_failed').on(table.acceptedAt, table.id).where(sql`state = 'failed'`),
    index('relay_message_open').on(table.nextTryAt).where(sql`state IN ('queued', 'sending')`),
    check('relay_message_state', sql.raw(isOneOf('state', Object.keys(RELAY_MESSAGE_STATES)))),
    check('relay_message_content', sql.raw('content_key IS NULL OR file_id IS NOT NULL')),
    check(
      'relay_message_kept',
      sql.raw(`state NOT IN ('queued', 'sending') OR content_key IS NOT NULL`),
    ),
    check('relay_message_sent', sql.raw(`(state = 'sent') = (sent_at IS NOT NULL)`)),
  ],
)
