// Another SMTP server of the mail relay for the same data, with other limits.
import type { RelayDesk } from '@invoice-desk/testing/relay/relay-desk'
import { freePort } from '../../../scripts/lib/ports.mjs'
import type { Dependencies } from '../../src/dependencies.ts'
import { SMTP_LIMITS, type SmtpLimits } from '../../src/features/relay/smtp/limits.ts'
import { startSmtp } from '../../src/features/relay/smtp/smtp-server.ts'

export const startOtherServer = async (
  { desk: { dependencies } }: RelayDesk,
  limits: Partial<SmtpLimits>,
  { mode = 'sandbox', log = dependencies.log }: Partial<Options> = {},
) => {
  const port = await freePort()
  const relay = { ...dependencies.config.relay, port, tlsPort: undefined }
  const config = { ...dependencies.config, mode, relay }
  const smtp = await startSmtp({ ...dependencies, config, log }, { ...SMTP_LIMITS, ...limits })
  return { port, close: smtp.close, [Symbol.asyncDispose]: smtp.close }
}

type Options = { readonly mode: 'live' | 'sandbox'; readonly log: Dependencies['log'] }
