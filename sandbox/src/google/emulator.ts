// The Google emulator: sign-in, where people choose a sample account instead of entering a password, and Gmail's send call.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WriteFault } from '../faults.ts'
import type { Messages } from '../mailbox/messages.ts'
import { openAccounts } from './accounts.ts'
import { clearIssued } from './adapter.ts'
import { chooseRoutes } from './choose.ts'
import { writeGmailFault } from './gmail/errors.ts'
import { gmailRoutes } from './gmail/routes.ts'
import { openSends } from './gmail/sends.ts'
import { openKeys } from './keys.ts'
import { accountRoutes } from './pages.ts'
import { CLIENT_ID, CLIENT_SECRET, createProvider } from './provider.ts'

export const googleEmulator = async (
  context: EmulatorContext,
  messages: Messages,
): Promise<Emulator> => {
  const { app, store, url } = context
  const accounts = openAccounts(store)
  const sends = openSends(store)
  const provider = createProvider(context, accounts, await openKeys(store))

  accountRoutes(app, accounts, sends)
  gmailRoutes(app, { provider, accounts, sends, messages })
  chooseRoutes(app, provider, accounts, () => context.appUrl)

  await app.register(async (protocol) => {
    const answer = provider.callback()
    // The library reads bodies itself.
    protocol.removeAllContentTypeParsers()
    protocol.addContentTypeParser('*', (_request, _body, done) => done(null))
    protocol.all('/*', (request, reply) => {
      const { raw } = request
      const originalUrl = raw.url ?? ''
      // The library expects its own paths, and learns from the original one where it's mounted.
      Object.assign(raw, { originalUrl, url: originalUrl.slice(new URL(url).pathname.length) })
      reply.hijack()
      return answer(raw, reply.raw)
    })
  })

  return {
    name: 'google',
    settings: {
      GOOGLE_ISSUER: url,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GMAIL_API_URL: url,
    },
    page: () => ({
      title: 'Google sign-in and Gmail',
      path: '/google',
      summary: `${accounts.list().length} accounts that can sign in without a password.`,
    }),
    writeFault,
    state: () => ({
      accounts: accounts.list().map((account) => ({
        ...account,
        consented: accounts.hasConsented(account.sub),
        messagesSent: sends.count(account.sub),
        sendAs: sends.aliasesOf(account.sub),
      })),
      settings: accounts.settings(),
    }),
    reset: () => {
      clearIssued(store)
      accounts.reset()
      sends.reset()
    },
  }
}

const writeFault: WriteFault = (mode, status, call = '') =>
  call.includes('/gmail/v1/') ? writeGmailFault(mode, status) : writeSignInFault(mode, status)

const writeSignInFault: WriteFault = (mode, status = 500) => {
  if (mode === 'throttle')
    return {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: 'rate_limit_exceeded', error_description: 'Rate Limit Exceeded' },
    }
  if (mode === 'expire-token')
    return {
      status: 401,
      body: { error: 'invalid_token', error_description: 'The token has expired.' },
    }
  const error = status < 500 ? 'invalid_request' : 'internal_failure'
  return { status, body: { error, error_description: 'Backend Error' } }
}
