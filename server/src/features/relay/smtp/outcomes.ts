// Records what became of a device's last try, for its page. No answer waits for it.
import type { Dependencies } from '../../../dependencies.ts'
import { markDeviceRefused, markDeviceUsed } from '../devices/queries.ts'

/** Anyone can try a user name, so refusals are written rarely. */
const PAUSE_MS = 10_000
const LENGTH_MAX = 300

export const createOutcomes = ({ database: { db }, log }: Dependencies) => {
  const writtenAt = new Map<string, number>()
  const inBackground = (deviceId: string, work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.warn({ err: error, device: deviceId }, 'The last try of a device could not be recorded'),
    )
  }
  return {
    accepted: (deviceId: string): void => {
      writtenAt.delete(deviceId)
      inBackground(deviceId, markDeviceUsed(db, deviceId))
    },
    refused: (deviceId: string, sentence: string): void => {
      if (Date.now() - (writtenAt.get(deviceId) ?? 0) < PAUSE_MS) return
      writtenAt.set(deviceId, Date.now())
      // A sender in it may have any characters.
      const text = sentence
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .slice(0, LENGTH_MAX)
        .toWellFormed()
      inBackground(deviceId, markDeviceRefused(db, deviceId, text))
    },
  }
}
