// Stores emails, with attachments as files, and parses raw messages.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Address, type Attachment } from 'postal-mime'
import type { Store } from '../store.ts'
import { findLinks } from './links.ts'

export type Message = {
  readonly id: string
  /** The recipients, separated by commas. */
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  /** When it arrived, in ISO format. */
  readonly date: string
  /** An email that is sent twice arrives twice with the same Message-ID. */
  readonly messageId: string
  readonly attachments: readonly MessageFile[]
  /** The Gmail account that sent it, if the app sent it through Gmail. */
  readonly sentThrough?: string
  /** Gmail sent it, but its answer didn't reach the app. */
  readonly isAnswerLost?: true
  /** As they arrive, in order, if it was sent through Gmail. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
}

type MessageFile = {
  readonly name: string
  readonly type: string
  readonly bytes: number
  /** Id of an image that the HTML shows as `cid:…`. */
  readonly contentId?: string
}

type Envelope = { readonly from: string; readonly to: readonly string[] }

export type Messages = ReturnType<typeof openMessages>

const MESSAGES_MAX = 5_000

export const openMessages = (store: Store, directory: string) => {
  const messages = store.collection<Message>('mail.messages')
  // Only ids of known messages reach this, so they can't contain a path.
  const pathOf = (id: string, index: number) => join(directory, `${id}-${index}`)
  const remove = ({ id, attachments }: Message) => {
    for (const index of attachments.keys()) rmSync(pathOf(id, index), { force: true })
    messages.delete(id)
  }
  return {
    keep: (message: Message, files: readonly Buffer[]): void => {
      if (files.length > 0) mkdirSync(directory, { recursive: true })
      for (const [index, bytes] of files.entries()) writeFileSync(pathOf(message.id, index), bytes)
      messages.set(message.id, message)
      if (messages.size > MESSAGES_MAX)
        for (const old of messages.list().slice(0, messages.size - MESSAGES_MAX)) remove(old)
    },
    find: messages.get,
    markAnswerLost: (id: string): void => {
      const message = messages.get(id)
      if (message) messages.set(id, { ...message, isAnswerLost: true })
    },
    file: (id: string, index: number): Buffer | undefined => {
      if (!messages.get(id)?.attachments[index]) return undefined
      const path = pathOf(id, index)
      return existsSync(path) ? readFileSync(path) : undefined
    },
    /** Newest first. */
    list: () => messages.list().reverse(),
    count: () => messages.size,
    clear: (): void => {
      messages.clear()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export const parseMessage = async (
  raw: Buffer,
  envelope: Envelope,
  sentThrough?: string,
): Promise<{ message: Message; files: Buffer[] }> => {
  const mail = await PostalMime.parse(raw)
  const files = mail.attachments.map(contentOf)
  const text = mail.text ?? ''
  const html = mail.html ?? ''
  const message = {
    id: randomUUID(),
    to: envelope.to.join(', '),
    from: addressText(mail.from) || envelope.from,
    subject: mail.subject ?? '',
    text,
    html,
    links: findLinks(text, html),
    date: new Date().toISOString(),
    messageId: mail.messageId ?? '',
    attachments: mail.attachments.map((attachment, index) => ({
      name: attachment.filename ?? `attachment-${index + 1}`,
      type: attachment.mimeType,
      bytes: files[index]?.length ?? 0,
      ...(attachment.contentId && { contentId: attachment.contentId.replace(/^<|>$/g, '') }),
    })),
    ...(sentThrough && {
      sentThrough,
      headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    }),
  }
  return { message, files }
}

const contentOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))

const addressText = (address: Address | undefined): string => {
  if (!address?.address) return ''
  return address.name ? `${address.name} <${address.address}>` : address.address
}
