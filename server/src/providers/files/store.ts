// Defines the interface of a file store.
import type { Readable } from 'node:stream'

export type FileStore = {
  /** Moves the completely received file at `path` into the store. */
  keep(id: string, path: string, file: { bytes: number; sha256: string }): Promise<void>
  /** Undefined if the file doesn't exist. */
  open(id: string): Promise<Readable | undefined>
  remove(id: string): Promise<void>
  /** The ids of files stored before that moment, in batches. */
  listBefore(moment: Date): AsyncIterable<string[]>
  /** The id of the installation that owns the store; undefined until one has claimed it. */
  readMarker(): Promise<string | undefined>
  writeMarker(installation: string): Promise<void>
}
