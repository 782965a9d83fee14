// What every stand-in is: a plugin under its own path that can show its state, start over and close.
import type { FastifyInstance } from 'fastify'
import type { Faults, WordFault } from './faults.ts'
import type { Store } from './store.ts'

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyContextConfig {
    /** A page or button for people, so faults leave it alone. */
    ownPage?: boolean
  }
}

export type ProviderName = 'google' | 'mail' | 'quickbooks' | 'stripe' | 'paypal' | 'human-check'

export type EmulatorContext = {
  /** Where this stand-in answers, such as `http://localhost:3001/quickbooks`, without a trailing slash. */
  readonly url: string
  /** The product's own address, for redirects and webhooks. Read it when needed: tests set it late. */
  readonly appUrl: string
  /** A Fastify scope under this stand-in's path: its routes are written without that path. */
  readonly app: FastifyInstance
  readonly store: Store
  /** A folder of its own, made when first used, for files too large for the store. */
  readonly directory: string
  readonly faults: Faults
}

export type Emulator = {
  readonly name: ProviderName
  /** The environment that points the product at this stand-in. */
  readonly settings: Readonly<Record<string, string>>
  /** Its own page, linked from the start page; `path` counts from the sandbox's root. */
  readonly page?: { readonly title: string; readonly path: string; readonly summary: string }
  /**
   * An error in the provider's own shape. Given this, every fault is applied to all calls below the
   * stand-in's path, except routes marked `config: { ownPage: true }`, which a person opens.
   */
  readonly faultAnswer?: WordFault
  /** Everything it holds, in the provider's own field names, for `GET /state`. */
  state(): unknown
  /** Back to the sample data. */
  reset(): Promise<void> | void
  close(): Promise<void> | void
}

/** By stand-in, the environment that points the product at it. */
export type Settings = Readonly<Partial<Record<ProviderName, Readonly<Record<string, string>>>>>
