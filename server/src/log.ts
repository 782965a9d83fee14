// Creates the structured log, without personal data, credentials or tokens.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): FastifyBaseLogger =>
  pino({
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
      // Logs only the path, because a query can contain a verification token.
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  })
