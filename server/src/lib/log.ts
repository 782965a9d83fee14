// Creates the structured log, without credentials or tokens. Of people it has only the address and the account.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { countedAddress } from '../http/address.ts'
import type { Config } from '../settings/config.ts'

export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  stream: DestinationStream = pino.destination(),
): FastifyBaseLogger =>
  pino(
    {
      level: logLevel,
      redact: {
        paths: [
          // Some packages log whole requests at `trace`.
          '*.headers',
          '*.authorization',
          '*.cookie',
          '*.token',
          '*.idToken',
          '*.accessToken',
          '*.refreshToken',
          '*.taxId',
          'err.cause.response',
          'err.cause.body',
        ],
        censor: '[redacted]',
      },
      serializers: {
        err: withoutParameters,
        // Logs only the path, because a query can contain a verification token.
        req: (request: { method: string; url: string; ip: string }) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
          // The log doesn't know it yet when it has the request.
          address: countedAddress(request.ip),
        }),
        res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      },
    },
    stream,
  )

/** Adds who sent a request to all its later lines. */
export const logWith = (
  request: FastifyRequest,
  reply: FastifyReply,
  sender: { readonly address: string } | { readonly account: string },
): void => {
  request.log = request.log.child(sender)
  reply.log = request.log
}

/** A failed statement's error repeats the values that were to be stored. */
const withoutParameters = (error: unknown) => {
  if (!(error instanceof Error)) return error
  const { params: _, ...logged } = pino.stdSerializers.err(error)
  const parameters = parametersIn(error)
  const cut = (text: string) =>
    parameters.reduce((shorter, each) => shorter.replaceAll(each, ''), text)
  return { ...logged, message: cut(logged.message), stack: cut(logged.stack) }
}

/** In an error's message and in those of its causes. */
const parametersIn = (error: unknown): string[] =>
  error instanceof Error
    ? [
        ...(/\nparams: [\s\S]*$/.exec(error.message)?.slice(0, 1) ?? []),
        ...parametersIn(error.cause),
      ]
    : []
