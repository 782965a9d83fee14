// The sandbox as a whole: every stand-in on one port, each under its own path.
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { controlRoutes } from './control.ts'
import type { Emulator, EmulatorContext, ProviderName, Settings } from './emulator.ts'
import { createFaults } from './faults.ts'
import { googleEmulator } from './google/emulator.ts'
import { homePage } from './home.ts'
import { humanCheckEmulator } from './human-check/emulator.ts'
import { assertLocal, listenLocally } from './local.ts'
import { mailEmulator } from './mailbox/emulator.ts'
import { paypalEmulator } from './paypal/emulator.ts'
import { quickbooksEmulator } from './quickbooks/emulator.ts'
import { openStore } from './store.ts'
import { stripeEmulator } from './stripe/emulator.ts'
import { tryRoutes } from './try.ts'
import { allowLocalPages, parseForms } from './web/browser.ts'
import { answerNotFound } from './web/errors.ts'
import { servePageParts } from './web/pages.ts'

export type SandboxOptions = {
  /** 0 takes a free port. */
  readonly port: number
  /** Absent: the port after the sandbox's own, or a free one when that is taken. */
  readonly smtpPort?: number | undefined
  /** The product's data folder; the sandbox keeps to `sandbox` inside it. */
  readonly dataDir: string
  /** Where the product answers; must be local. */
  readonly appUrl: string
}

export type Sandbox = {
  readonly url: string
  /** By stand-in, the environment that points the product at it. */
  readonly settings: Settings
  /** For tests, where the product's port is known only after the sandbox runs. */
  setAppUrl(appUrl: string): void
  reset(): Promise<void>
  close(): Promise<void>
}

type StandIn = {
  readonly name: ProviderName
  readonly create: (context: EmulatorContext) => Promise<Emulator> | Emulator
}

/** Everything the sandbox stands in for; a new one is one more line. */
const standIns = (options: SandboxOptions): readonly StandIn[] => [
  { name: 'google', create: googleEmulator },
  { name: 'quickbooks', create: quickbooksEmulator },
  { name: 'stripe', create: stripeEmulator },
  { name: 'paypal', create: paypalEmulator },
  { name: 'human-check', create: humanCheckEmulator },
  { name: 'mail', create: (context) => mailEmulator(context, options.smtpPort) },
]

/** Larger than any invoice file the product accepts. */
const BODY_BYTES_MAX = 32 * 1024 * 1024

export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  assertLocal(options.appUrl)
  let appUrl = withoutSlash(options.appUrl)
  let ready = false
  const app = createApp()
  const faults = createFaults()
  const emulators: Emulator[] = []
  const store = openStore(join(options.dataDir, 'sandbox'))
  // The port must be known before the stand-ins are built, because their addresses are part of
  // what they say. Until they are ready nobody is let in.
  const listening = listenLocally(options.port, 'SANDBOX_PORT', (socket) => {
    if (ready) app.server.emit('connection', socket)
    else socket.destroy()
  })
  const close = once(async () => {
    await listening.then((listener) => listener.close()).catch(() => {})
    await app.close()
    for (const emulator of emulators) await emulator.close()
    store.close()
  })
  const reset = async () => {
    faults.clear()
    for (const emulator of emulators) await emulator.reset()
  }

  try {
    const url = `http://localhost:${(await listening).port}`
    for (const { name, create } of standIns(options)) {
      const addStandIn: FastifyPluginAsync = async (scope) => {
        const emulator = await create({
          url: `${url}/${name}`,
          get appUrl() {
            return appUrl
          },
          app: scope,
          store,
          directory: join(options.dataDir, 'sandbox', name),
          faults,
        })
        emulators.push(emulator)
        if (emulator.faultAnswer) faults.applyTo(scope, name, `/${name}`, emulator.faultAnswer)
      }
      await app.register(addStandIn, { prefix: `/${name}` })
    }
    const settings = Object.fromEntries(emulators.map((each) => [each.name, each.settings]))
    await app.register(controlRoutes({ emulators, faults, settings, reset }))
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
    // An emulator reads its state from disk first, which can take long on a busy machine.
    pluginTimeout: 60_000,
    routerOptions: { maxParamLength: 500 },
    // Stripe's library can be given another host, but no path before its own.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/v1/') ? `/stripe${url}` : url),
    // A misspelt field should be pointed out, not dropped.
    ajv: { customOptions: { removeAdditional: false } },
  })
  allowLocalPages(app)
  parseForms(app)
  servePageParts(app)
  answerNotFound(app)
  return app
}

/** Closing twice, as a signal during a close does, is closing once. */
const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
