// The certificate of the SMTP server, which is read again when its files change.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Dependencies } from '../../../dependencies.ts'
import { repeat } from '../../../lib/repeat.ts'

export type Certificate = { readonly cert: string; readonly key: string }

/** Throws if the files are incomplete or don't belong together. */
export const readCertificate = async ({ config }: Dependencies): Promise<Certificate> => {
  const { certificate = '', key: keyFile = '' } = config.relay
  const [cert, key] = await Promise.all([readFile(certificate, 'utf8'), readFile(keyFile, 'utf8')])
  // A secure context accepts empty files, and then no device could connect.
  createSecureContext({ cert, key })
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error("the key doesn't match the certificate")
  return { cert, key }
}

/** Calls `use` with each new certificate. Until the new files are complete and valid, the old one stays in use. */
export const watchCertificate = (
  dependencies: Dependencies,
  first: Certificate,
  everyMs: number,
  use: (certificate: Certificate) => void,
) => {
  let current = first
  const { log } = dependencies
  const reload = async () => {
    const found = await readCertificate(dependencies)
    if (found.cert === current.cert && found.key === current.key) return
    use(found)
    current = found
    log.info('The mail relay uses the new certificate')
  }
  return repeat({
    everyMs,
    work: reload,
    onError: (err) =>
      log.error({ err }, "The mail relay can't use the new certificate, keeping the old one"),
  })
}
