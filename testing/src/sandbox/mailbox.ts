// The sandbox's mailbox: emails and their verification links.
import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import type { Message as Mail } from '@invoice-desk/sandbox/mailbox/messages'
import type { AnyDesk } from '../app/any-desk.ts'
import { waitFor } from '../wait-for.ts'
import { askSandbox, type SandboxSite } from './control.ts'

export type { Mail }

type HasMailbox = { readonly sandbox: Pick<SandboxSite, 'url'> }

/** Newest first. */
export const mailsTo = ({ sandbox }: HasMailbox, email: string): Promise<Mail[]> =>
  askSandbox<Mail[]>(sandbox, 'GET', `/mail/messages?to=${encodeURIComponent(email)}`)

/** Waits for an email to this address with this subject. */
export const waitForMail = (desk: HasMailbox, email: string, subject = ''): Promise<Mail> =>
  waitFor(async () => {
    const mail = (await mailsTo(desk, email)).find((each) => each.subject.includes(subject))
    if (!mail) throw new Error(`no email to ${email} about "${subject}"`)
    return mail
  })

/** The verification link in an email. */
export const linkIn = ({ links }: Mail): string =>
  links.find((link) => /[?&]token=/.test(link)) ?? ''

/** Requests a new verification link and reads it in the mailbox. */
export const askForLink = async (desk: AnyDesk, email: string): Promise<string> => {
  const known = new Set((await mailsTo(desk, email)).map(({ id }) => id))
  const returnUrl = `${desk.url}/submit-invoice`
  const answer = await desk.call(sendVerification, { body: { email, returnUrl } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return waitFor(async () => {
    const mail = (await mailsTo(desk, email)).find((each) => !known.has(each.id) && linkIn(each))
    if (!mail) throw new Error(`no verification email to ${email}`)
    return linkIn(mail)
  })
}

/** The token of a new verification link. */
export const verifyByMail = async (desk: AnyDesk, email: string): Promise<string> =>
  new URL(await askForLink(desk, email)).searchParams.get('token') ?? ''
