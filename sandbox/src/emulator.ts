// What every emulator provides, and what it gets from the sandbox.
import type { FastifyInstance } from 'fastify'
import type { Calls } from './calls.ts'
import type { Faults, WriteFault } from './faults.ts'
import type { Store } from './store.ts'

export type EmulatorContext = {
  /** The emulator's address, such as `http://localhost:3001/quickbooks`. */
  readonly url: string
  /** The app's address. Read it when needed, because tests set it late. */
  readonly appUrl: string
  /** A Fastify scope below the emulator's path. */
  readonly app: FastifyInstance
  readonly store: Store
  /** A folder for files that are too large for the store; the emulator creates it. */
  readonly directory: string
  readonly faults: Faults
  readonly calls: Calls
}

export type Emulator = {
  /** The first part of its path, such as `quickbooks`. */
  readonly name: string
  /** The environment variables that point the app at this emulator. */
  readonly settings: Readonly<Record<string, string>>
  /** The emulator's card on the home page. */
  page(): { readonly title: string; readonly path: string; readonly summary: string }
  /** If set, all calls except those to the emulator's own pages are logged, and faults apply to them. */
  readonly writeFault?: WriteFault
  /** All data in the provider's own field names, for `GET /state`. */
  state(): unknown
  /** Sends no more webhooks, and waits until the app has answered those it has received. */
  settle?(): Promise<void>
  /** Restores the sample data. */
  reset(): void
  close?(): Promise<void> | void
}

/** For each emulator, the environment variables that point the app at it. */
export type Settings = Readonly<Record<string, Emulator['settings']>>
