// Checks AWS signatures (version 4) of requests to the S3 emulator, as the real service does.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** How the service answers a call that it refuses. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly region: string | undefined
  constructor(status: number, code: string, message = code, region?: string) {
    super(message)
    this.status = status
    this.code = code
    this.region = region
  }
}

export type S3Key = { readonly id: string; readonly secret: string; readonly region: string }

const SKEW_MS_MAX = 15 * 60_000
const FORM =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/

/** Throws unless the request is signed with this key. */
export const checkSignature = (request: IncomingMessage, { id, secret, region }: S3Key): void => {
  const [, keyId, day = '', signedRegion = '', names = '', signature = ''] =
    FORM.exec(request.headers.authorization ?? '') ?? []
  if (keyId === undefined) throw new S3Refusal(403, 'AccessDenied')
  if (keyId !== id) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (signedRegion !== region) {
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', 'The region is wrong', region)
  }
  const date = String(request.headers['x-amz-date'])
  const isNow = Math.abs(Date.now() - timeOf(date)) <= SKEW_MS_MAX
  if (!date.startsWith(day) || !isNow) throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const signed = names.split(';')
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))
  if (!['host', 'x-amz-content-sha256', ...mustBeSigned].every((name) => signed.includes(name))) {
    throw new S3Refusal(403, 'AccessDenied')
  }
  const right = sign(request, signed, { date, day, secret, region })
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature))) {
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
  }
}

const timeOf = (date: string): number => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const [year = Number.NaN, month = 1, ...rest] = parts.map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

type Scope = Readonly<Record<'date' | 'day' | 'secret' | 'region', string>>

const sign = (
  { method, url = '', headers }: IncomingMessage,
  signed: readonly string[],
  { date, day, secret, region }: Scope,
): string => {
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const query = [...searchParams]
    .map((pair) => pair.map(encode).join('='))
    .sort()
    .join('&')
  const canonical = [
    method,
    decodeURIComponent(pathname).split('/').map(encode).join('/'),
    query,
    ...signed.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${sha256(canonical)}`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, text).toString('hex')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
