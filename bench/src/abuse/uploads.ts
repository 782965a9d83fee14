// Uploads hostile files.
import { uploadHostile } from '@invoice-desk/testing/abuse/uploads'
import { openWorld } from '@invoice-desk/testing/abuse/world'
import { megabytes } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

/** The app, the emulators and the sender share this process. */
const GROWTH_MAX = 200_000_000

export const uploadsMeasurement: AbuseMeasurement = {
  name: 'uploads',
  run: async () => {
    await using world = await openWorld()
    const { sent, accepted, problems, memoryGrowth } = await uploadHostile(world)
    const grown = `memory grew by ${megabytes(memoryGrowth)}`
    return [
      {
        measurement: 'Hostile uploads',
        setup: `${sent}, ${accepted} of them harmless`,
        result: `wrongly stored, left behind or served: ${problems.length}; ${grown}`,
        problems: memoryGrowth > GROWTH_MAX ? [...problems, grown] : problems,
      },
    ]
  },
}
