// Gmail's call that sends a message, in both of its forms. What it sends arrives in the sandbox's mailbox.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { type FaultAnswer, gotAnswer } from '../../faults.ts'
import { type Messages, parseMessage } from '../../mailbox/messages.ts'
import { isRecord } from '../../web/browser.ts'
import type { Accounts, GoogleAccount } from '../accounts.ts'
import { GMAIL_SCOPE } from '../provider.ts'
import { INSUFFICIENT_SCOPE, invalidArgument, TOO_LARGE, UNAUTHENTICATED } from './errors.ts'
import { delivered, readMessage, recipientsOf } from './message.ts'
import type { Sends } from './sends.ts'

/** Google's limit for an upload. */
const MESSAGE_BYTES_MAX = 36_700_160
/** The largest message in base64, with a little room for the JSON around it. */
const RAW_BYTES_MAX = Math.ceil((MESSAGE_BYTES_MAX * 4) / 3) + 1_000
const RECIPIENTS_MAX = 500

type Parts = {
  readonly provider: Provider
  readonly accounts: Accounts
  readonly sends: Sends
  readonly messages: Messages
}

type Sent = { readonly id: string; readonly threadId: string; readonly labelIds: string[] }
type Outcome = Sent | FaultAnswer

export const gmailRoutes = (app: FastifyInstance, parts: Parts) =>
  app.register(async (gmail) => {
    gmail.addContentTypeParser(
      'message/rfc822',
      { parseAs: 'buffer', bodyLimit: MESSAGE_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    gmail.setErrorHandler((error: { readonly statusCode?: number; message: string }, _, reply) => {
      if (error.statusCode === 413) return answer(reply, TOO_LARGE)
      if ((error.statusCode ?? 500) < 500) return answer(reply, invalidArgument(error.message))
      throw error
    })
    // Google checks the token before it reads the message.
    gmail.addHook('onRequest', async (request, reply) => {
      const sender = await findSender(parts, request)
      if ('status' in sender) return answer(reply, sender)
    })
    gmail.post<{ Querystring: { uploadType?: string } }>(
      '/upload/gmail/v1/users/me/messages/send',
      { bodyLimit: MESSAGE_BYTES_MAX },
      async (request, reply) => {
        const { body } = request
        const isMedia = request.query.uploadType === 'media' && Buffer.isBuffer(body)
        if (!isMedia) return answer(reply, invalidArgument('Media type is not supported.'))
        return answer(reply, await send(parts, request, body, reply))
      },
    )
    gmail.post(
      '/gmail/v1/users/me/messages/send',
      { bodyLimit: RAW_BYTES_MAX },
      async (request, reply) => {
        const raw = isRecord(request.body) ? request.body.raw : undefined
        if (typeof raw !== 'string' || !/^[\w-]*={0,2}$/.test(raw))
          return answer(reply, invalidArgument("'raw' RFC822 payload message string is required"))
        return answer(reply, await send(parts, request, Buffer.from(raw, 'base64url'), reply))
      },
    )
  })

const answer = (reply: FastifyReply, outcome: Outcome) =>
  'status' in outcome ? reply.code(outcome.status).send(outcome.body) : reply.send(outcome)

/** The account that an access token is for, or why the call is refused. */
const findSender = async (
  { provider, accounts }: Parts,
  { headers }: FastifyRequest,
): Promise<GoogleAccount | FaultAnswer> => {
  const [, bearer] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const token = bearer === undefined ? undefined : await provider.AccessToken.find(bearer)
  const account = token?.accountId === undefined ? undefined : accounts.find(token.accountId)
  if (!token || token.isExpired || !account) return UNAUTHENTICATED
  return token.scopes.has(GMAIL_SCOPE) ? account : INSUFFICIENT_SCOPE
}

const send = async (
  parts: Parts,
  request: FastifyRequest,
  raw: Buffer,
  reply: FastifyReply,
): Promise<Outcome> => {
  const { accounts, sends, messages } = parts
  const account = await findSender(parts, request)
  if ('status' in account) return account
  if (raw.length > MESSAGE_BYTES_MAX) return TOO_LARGE
  const message = readMessage(raw)
  const read = recipientsOf(message)
  if ('invalid' in read) return invalidArgument(`Invalid ${read.invalid} header`)
  const { recipients } = read
  if (recipients.length === 0) return invalidArgument('Recipient address required')
  if (recipients.length > RECIPIENTS_MAX) return invalidArgument('Too many recipients')
  const envelope = { from: account.email, to: recipients }
  const arriving = delivered(message, account, sends.aliasesOf(account.sub))
  const arrived = await parseMessage(arriving, envelope, account.email)
  // Nothing waits from here on, so parallel calls can't exceed the quota.
  const refused = sends.refuse(account, recipients.length, accounts.settings())
  if (refused) return refused
  const id = sends.record(account.sub, recipients.length)
  messages.keep(arrived.message, arrived.files)
  const noteAnswer = () => {
    if (!gotAnswer(reply.raw)) messages.markAnswerLost(arrived.message.id)
  }
  // The caller may have given up already.
  if (reply.raw.destroyed) noteAnswer()
  else reply.raw.once('close', noteAnswer)
  return { id, threadId: id, labelIds: ['SENT'] }
}
