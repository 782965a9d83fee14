// What an email can contain. The layout decides how each part looks as text and as HTML.

import type { Mail } from '../providers/mail.ts'
import type { Config } from '../settings/config.ts'

export type Sender = Pick<
  Config,
  | 'businessName'
  | 'businessColor'
  | 'businessLogo'
  | 'uploadedLogo'
  | 'businessAddress'
  | 'contactEmail'
>

export type Fact = readonly [label: string, value: string]

export type MailContent = {
  readonly subject: string
  readonly heading: string
  /** The figure the email is about, such as what was paid. */
  readonly amount?: string
  /** One line below the amount. */
  readonly caption?: string
  readonly paragraphs: readonly string[]
  /** What the reader should notice before they act. */
  readonly callout?: {
    readonly tone: 'warning' | 'plain'
    readonly label?: string
    readonly text: string
    /** Someone else wrote it, so each line is marked as theirs. */
    readonly isQuote?: true
  }
  /** Such as the number and the due date of a bill. */
  readonly facts?: readonly Fact[]
  /** The sum of the facts. */
  readonly total?: Fact
  readonly items?: readonly string[]
  readonly button?: {
    readonly text: string
    readonly url: string
    /** Also as text, for people who don't trust buttons. */
    readonly showsUrl?: true
  }
  /** Something else the reader may want to do. */
  readonly link?: { readonly text: string; readonly url: string }
  /** Small print below the button. */
  readonly notes?: readonly string[]
  /** Why this person gets the email, as a whole sentence. */
  readonly reason: string
  readonly attachments?: Mail['attachments']
}
