// What every stand-in is: a plugin under its own path that can show its state, start over and close.
import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'
import type { Store } from './store.ts'

export type ProviderName = 'google' | 'mail' | 'quickbooks' | 'stripe' | 'paypal' | 'human-check'

export type EmulatorContext = {
  /** Where this stand-in answers, such as `http://localhost:3001/quickbooks`, without a trailing slash. */
  readonly url: string
  /** The product's own address, for redirects and webhooks. */
  readonly appUrl: string
  /** A Fastify scope under this stand-in's path; faults are already applied to it. */
  readonly app: FastifyInstance
  readonly store: Store
  readonly faults: Faults
}

export type Emulator = {
  readonly name: ProviderName
  /** The environment that points the product at this stand-in. */
  readonly settings: Readonly<Record<string, string>>
  /** Everything it holds, in the provider's own field names, for `GET /state`. */
  state(): unknown
  /** Back to the sample data. */
  reset(): Promise<void> | void
  close(): Promise<void> | void
}
