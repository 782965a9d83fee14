// Signs and answers the request that our own test sends through the public address.
import type { Readable } from 'node:stream'
import type { probe } from '@invoice-desk/contract/system/service-checks'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { Call } from '../../../http/bind.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createExpiringSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'
import { getInstallation } from '../sweep/queries.ts'

const TOKEN_SECONDS = 120
const FORWARDED_FOR = 'x-forwarded-for'

export const createProbeTokens = ({ keyring }: Pick<Config, 'keyring'>, now?: () => number) =>
  createExpiringSealer(
    { keyring, purpose: 'probe', seconds: TOKEN_SECONDS },
    z.literal('probe'),
    now,
  )

export const createProbe = ({ config, database }: Pick<Dependencies, 'config' | 'database'>) => {
  const tokens = createProbeTokens(config)
  return async ({ query, readForm, request }: Call<typeof probe>) => {
    // Before the body is read, so a stranger can't make us read 10 MB.
    if (tokens.open(query.token) === undefined) throw new AppError('not_found')
    const { files } = await readForm(countBytes)
    return {
      installation: (await getInstallation(database.db)).id,
      bytes: files[0]?.bytes ?? 0,
      protocol: request.protocol,
      host: request.host,
      address: request.ip,
      forwardedFor: entriesIn(request.headers[FORWARDED_FOR]),
      // Fastify reads the header only if it trusts the address of the connection.
      isProxyTrusted: (request.ips?.length ?? 0) > 1,
    }
  }
}

const entriesIn = (header: string | string[] | undefined): number =>
  header === undefined ? 0 : String(header).split(',').length

const countBytes = async (stream: Readable) => {
  let bytes = 0
  for await (const piece of stream) bytes += piece.length
  return { bytes, discard: async () => {} }
}
