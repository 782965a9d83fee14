// Structured logs. Nothing that identifies a payer, opens a session or moves money may reach a line.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'

export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): FastifyBaseLogger =>
  pino({
    level: logLevel,
    redact: {
      paths: [
        // Packages log requests in their own ways at `trace`, credentials and all.
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
      // The path alone: a query can hold a verification token.
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  })
