// Calls every route as every kind of caller, and swaps ids.
import { tryAllRoles } from '@invoice-desk/testing/abuse/roles'
import { swapIds } from '@invoice-desk/testing/abuse/swapped-ids'
import { openWorld } from '@invoice-desk/testing/abuse/world'
import { counted } from '../table.ts'
import type { AbuseMeasurement } from './measurement.ts'

export const accessMeasurement: AbuseMeasurement = {
  name: 'access',
  run: async ({ ids, seed }) => {
    await using world = await openWorld()
    const roles = await tryAllRoles(world)
    const swaps = await swapIds(world, { attempts: ids, seed })
    const kinds = [...swaps.byKind].map(([kind, count]) => `${kind} ${counted(count)}`).join(', ')
    return [
      {
        measurement: 'Routes and roles',
        setup: `${roles.routes} routes × ${roles.roles} kinds of callers: ${counted(roles.calls)} calls`,
        result: `wrongly admitted or refused: ${roles.wrong.length}`,
        problems: roles.wrong,
      },
      {
        measurement: 'Swapped IDs',
        setup: `${counted(swaps.attempts)}: ${kinds}`,
        result: `leaks: ${swaps.leaks.length}`,
        problems: swaps.leaks,
      },
    ]
  },
}
