// Starts the sandbox: all emulators on one port, each under its own path.
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { createCalls } from './calls.ts'
import { controlRoutes } from './control.ts'
import type { Emulator, EmulatorContext, Settings } from './emulator.ts'
import { createFaults } from './faults.ts'
import { googleEmulator } from './google/emulator.ts'
import { homePage } from './home.ts'
import { humanCheckEmulator } from './human-check/emulator.ts'
import { assertLocal, listenLocally } from './local.ts'
import { mailEmulator } from './mailbox/emulator.ts'
import { type Messages, openMessages } from './mailbox/messages.ts'
import { paypalEmulator } from './paypal/emulator.ts'
import { quickbooksEmulator } from './quickbooks/emulator.ts'
import { relayCertificate } from './relay-certificate.ts'
import { openStore } from './store.ts'
import { stripeEmulator } from './stripe/emulator.ts'
import { tryRoutes } from './try.ts'
import { allowLocalPages, parseForms } from './web/browser.ts'
import { answerNotFound } from './web/page-routes.ts'
import { servePageParts } from './web/pages.ts'

export type SandboxOptions = {
  /** 0 for any free port. */
  readonly port: number
  /** Undefined for the port after the sandbox's own, or any free port if that's taken. */
  readonly smtpPort?: number | undefined
  /** The app's data folder; the sandbox uses the folder `sandbox` in it. */
  readonly dataDir: string
  /** The app's address, which must be local. */
  readonly appUrl: string
}

export type Sandbox = {
  readonly url: string
  readonly settings: Settings
  /** For tests, which start the app after the sandbox. */
  setAppUrl(appUrl: string): void
  reset(): Promise<void>
  close(): Promise<void>
}

type CreateEmulator = (context: EmulatorContext) => Promise<Emulator> | Emulator

/** Keyed by the first part of each emulator's path. */
const createEmulators = (
  { smtpPort }: SandboxOptions,
  messages: Messages,
): Record<string, CreateEmulator> => ({
  google: (context) => googleEmulator(context, messages),
  quickbooks: quickbooksEmulator,
  stripe: stripeEmulator,
  paypal: paypalEmulator,
  'human-check': humanCheckEmulator,
  mail: (context) => mailEmulator(context, messages, smtpPort),
})

/** Larger than any invoice file that the app accepts. */
const BODY_BYTES_MAX = 32 * 1024 * 1024

export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  assertLocal(options.appUrl)
  let appUrl = withoutSlash(options.appUrl)
  let ready = false
  const app = createApp()
  const faults = createFaults()
  const calls = createCalls()
  const emulators: Emulator[] = []
  const store = openStore(join(options.dataDir, 'sandbox'))
  // What Gmail sends arrives in the same mailbox as what the app sends itself.
  const messages = openMessages(store, join(options.dataDir, 'sandbox', 'mail'))
  // The emulators need to know the port before they start, because their answers contain it. Until
  // they are ready, connections are refused.
  const listening = listenLocally(options.port, 'SANDBOX_PORT', (socket) => {
    if (ready) app.server.emit('connection', socket)
    else socket.destroy()
  })
  const close = once(async () => {
    await listening.then((listener) => listener.close()).catch(() => {})
    await app.close()
    for (const emulator of emulators) await emulator.close?.()
    store.close()
  })
  const reset = async () => {
    faults.clear()
    calls.clear()
    await Promise.all(emulators.map((emulator) => emulator.settle?.()))
    for (const emulator of emulators) emulator.reset()
  }

  try {
    const url = `http://localhost:${(await listening).port}`
    for (const [name, create] of Object.entries(createEmulators(options, messages))) {
      const addEmulator: FastifyPluginAsync = async (scope) => {
        const emulator = await create({
          url: `${url}/${name}`,
          get appUrl() {
            return appUrl
          },
          app: scope,
          store,
          directory: join(options.dataDir, 'sandbox', name),
          faults,
          calls,
        })
        emulators.push(emulator)
        if (!emulator.writeFault) return
        calls.applyTo(scope, name)
        faults.applyTo(scope, name, emulator.writeFault)
      }
      await app.register(addEmulator, { prefix: `/${name}` })
    }
    const settings = {
      ...Object.fromEntries(emulators.map((each) => [each.name, each.settings])),
      'mail-relay': relayCertificate(join(options.dataDir, 'sandbox', 'mail-relay')),
    }
    await app.register(controlRoutes({ emulators, faults, calls, settings, reset }))
    await app.register(homePage({ emulators, faults, appUrl: () => appUrl }))
    await app.register(tryRoutes({ emulators, appUrl: () => appUrl }))
    await app.ready()
    ready = true
    const setAppUrl = (next: string) => {
      assertLocal(next)
      appUrl = withoutSlash(next)
    }
    return { url, settings, setAppUrl, reset, close }
  } catch (error) {
    await close()
    throw error
  }
}

const createApp = (): FastifyInstance => {
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    // Reading the state from disk can take a while on a busy machine.
    pluginTimeout: 60_000,
    routerOptions: { maxParamLength: 500 },
    // Stripe's library accepts a different host, but no path prefix.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/v1/') ? `/stripe${url}` : url),
    // Reports misspelled fields instead of dropping them.
    ajv: { customOptions: { removeAdditional: false } },
  })
  allowLocalPages(app)
  parseForms(app)
  servePageParts(app)
  answerNotFound(app)
  return app
}

/** A second signal while the sandbox closes must not close it again. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
