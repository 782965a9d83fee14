// A TLS proxy in front of a desk, with a certificate for localhost that only this test trusts.
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { createCertificate, VALID_DAYS } from '@invoice-desk/sandbox/relay-certificate'

/** Made for this file, and valid for 100 years. */
export const CERTIFICATE = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUYe+9HcGtT4PUr85HL9sfy667VVAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODA2NTQ1MFoYDzIxMjYxMDI1
MDY1NDUwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASI0PlPosQ9BGFj1FS0YmXSELlWGW4MBU1zoZ4yXmY8hGSsRsrw88cp
6VcQqBIV+a0WcXripTjto5UklxbaG8QBo2kwZzAdBgNVHQ4EFgQUOgL8YOYZnlDm
cs368mXsG8dVIo8wHwYDVR0jBBgwFoAUOgL8YOYZnlDmcs368mXsG8dVIo8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAOHE+1Pp7mIlq1SAsDZyAiM3AEBT39eS2pLh1k2rSxgVAiAjWbCh1Oiv
bEhtdwlKIweIbgfUMArmRUj15JHpELx9Ew==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ8VXbB3SEyhKjfBK
b3SfSNpCKnJnpvvRKu7tLXXYL0ShRANCAASI0PlPosQ9BGFj1FS0YmXSELlWGW4M
BU1zoZ4yXmY8hGSsRsrw88cp6VcQqBIV+a0WcXripTjto5UklxbaG8QB
-----END PRIVATE KEY-----`,
}

/** A certificate that expires in this many days. Changing the clock instead would change it for all running apps. */
export const certificateFor = (days: number) =>
  createCertificate(new Date(Date.now() + (days - VALID_DAYS) * DAY_MS))

type Options = {
  /** Passes on X-Forwarded-For as the visitor sent it, like a proxy without any setting. */
  readonly passesClaims?: boolean
  readonly bodyBytesMax?: number
  readonly certificate?: typeof CERTIFICATE
}

export const startTlsProxy = async (target: string, options: Options = {}) => {
  const { passesClaims = false, bodyBytesMax = Number.POSITIVE_INFINITY } = options
  const { key, cert } = options.certificate ?? CERTIFICATE
  const server = createServer({ key, cert }, (incoming, answer) => {
    if (Number(incoming.headers['content-length'] ?? 0) > bodyBytesMax) {
      answer.writeHead(413).end()
      incoming.resume()
      return
    }
    const headers = {
      ...incoming.headers,
      'x-forwarded-proto': 'https',
      ...(!passesClaims && { 'x-forwarded-for': '203.0.113.9' }),
    }
    const { method = 'GET', url = '/' } = incoming
    const outgoing = request(new URL(url, target), { method, headers }, (result) => {
      answer.writeHead(result.statusCode ?? 502, result.headers)
      result.pipe(answer)
    })
    outgoing.once('error', () => answer.writeHead(502).end())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return {
    url: `https://localhost:${port}`,
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  }
}
