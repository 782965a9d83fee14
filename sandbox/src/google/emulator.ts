// The identity provider: sign-in as with Google, with a choice of sample people instead of passwords.
import type { Emulator, EmulatorContext } from '../emulator.ts'
import type { WordFault } from '../faults.ts'
import { openAccounts } from './accounts.ts'
import { clearIssued } from './adapter.ts'
import { chooseRoutes } from './choose.ts'
import { openKeys } from './keys.ts'
import { accountRoutes } from './pages.ts'
import { CLIENT_ID, CLIENT_SECRET, createProvider } from './provider.ts'

export const googleEmulator = async (context: EmulatorContext): Promise<Emulator> => {
  const { app, store, url } = context
  const accounts = openAccounts(store)
  const provider = createProvider(context, accounts, await openKeys(store))

  accountRoutes(app, accounts)
  chooseRoutes(app, provider, accounts, () => context.appUrl)

  await app.register(async (protocol) => {
    const answer = provider.callback()
    // The provider reads bodies itself, so nothing may have read them before.
    protocol.removeAllContentTypeParsers()
    protocol.addContentTypeParser('*', (_request, _body, done) => done(null))
    protocol.all('/*', (request, reply) => {
      const { raw } = request
      const originalUrl = raw.url ?? ''
      // It knows only its own paths; the original tells it where it is mounted.
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
    },
    get page() {
      const emails = accounts.list().map(({ email }) => email)
      return { title: 'Sign-in accounts', path: '/google', summary: summaryOf(emails) }
    },
    faultAnswer,
    state: () => ({ accounts: accounts.list(), settings: accounts.settings }),
    reset: () => {
      clearIssued(store)
      accounts.reset()
    },
    close: () => {},
  }
}

const summaryOf = (emails: readonly string[]): string =>
  `${emails.length} people can sign in, with no password.`

const faultAnswer: WordFault = (mode, status = 500) => {
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
