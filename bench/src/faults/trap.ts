// Makes a service hold a call, so that the app can be killed in the middle of its work.
import { waitFor } from '@invoice-desk/testing/wait-for'
import type { FaultLab } from './fault-lab.ts'

type Step = { readonly step: string; readonly provider: string; readonly match: string }
/** `before`: the service hasn't done the work yet. `after`: it has, but the app gets no answer. */
export type Crash = Step & { readonly name: string; readonly when: 'before' | 'after' }

const MODES = { before: 'timeout', after: 'timeout-after' } as const
const TRAPPED_WITHIN_MS = 10_000

export const crashes = <const T extends Step>(steps: readonly T[]): (T & Crash)[] =>
  steps.flatMap((step) =>
    (['before', 'after'] as const).map((when) => ({ ...step, when, name: `${when} ${step.step}` })),
  )

export const setTrap = (
  { control }: FaultLab,
  { provider, match, when }: Crash,
): Promise<unknown> => control('/faults', { provider, match, mode: MODES[when] })

export const waitUntilTrapped = ({ control }: FaultLab, { name }: Crash): Promise<void> =>
  waitFor(
    async () => {
      const faults = (await control('/faults')) as unknown[]
      if (faults.length > 0) throw new Error(`no process reached the point ${name}`)
    },
    { withinMs: TRAPPED_WITHIN_MS },
  )
