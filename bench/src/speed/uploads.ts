// 20 uploads of 10 MB at once: how much memory the server uses.
import { type Bench, megabytes, milliseconds, type Row } from '../table.ts'
import { openClient } from './load.ts'
import { submitRequest } from './measures/submit.ts'
import { resetPeak, residentOf } from './server-process.ts'
import { startWorld } from './world.ts'

const UPLOADS = 20
const TASKS = 1_000
const BYTES = 10 * 1024 * 1024
const TIMES = 3

export const uploadsBench: Bench = {
  name: 'uploads',
  run: async () => {
    await using world = await startWorld(TASKS)
    using client = await openClient(world.ours.url, UPLOADS)
    const rows: Row[] = []
    // A small upload first, to load the code.
    await client.send(0, submitRequest(world, world.nextNumber()))
    for (let run = 1; run <= TIMES; run += 1) {
      const requests = Array.from({ length: UPLOADS }, () =>
        submitRequest(world, world.nextNumber(), BYTES),
      )
      await resetPeak(world.ours.process)
      const before = await residentOf(world.ours.process)
      const began = performance.now()
      const answers = await Promise.all(requests.map((request, n) => client.send(n, request)))
      const { peak } = await residentOf(world.ours.process)
      rows.push({
        run,
        accepted: answers.filter(({ status }) => status === 200).length,
        'all accepted after': milliseconds(performance.now() - began),
        'memory before': megabytes(before.now),
        'peak memory': megabytes(peak),
        added: megabytes(peak - before.now),
        goal: '≤ 100 MB',
      })
    }
    return [{ title: `${UPLOADS} uploads of 10 MB at once`, rows }]
  },
}
