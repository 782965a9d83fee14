// Remembers which steps of the go-live list are done, and by whom.
import {
  GO_LIVE_STEPS,
  type GoLiveStep,
  type GoLiveStepView,
} from '@invoice-desk/contract/system/service-checks'
import { recordEvent } from '../../../db/audit.ts'
import type { Database, Db } from '../../../db/client.ts'
import { deleteDoneStep, findDoneStep, insertDoneStep, listDoneSteps } from './queries.ts'

export const listSteps = async (db: Db): Promise<GoLiveStepView[]> => {
  const done = await listDoneSteps(db)
  return GO_LIVE_STEPS.map((step) => {
    const row = done.find((each) => each.step === step)
    return viewOf(step, row)
  })
}

/** Checking a step again keeps who did it first. */
export const saveStep = (
  { db }: Pick<Database, 'db'>,
  by: string,
  { step, done }: { step: GoLiveStep; done: boolean },
): Promise<GoLiveStepView> =>
  db.transaction(async (tx) => {
    const isChanged = await (done ? insertDoneStep(tx, step, by) : deleteDoneStep(tx, step))
    if (isChanged) {
      await recordEvent(tx, {
        actor: by,
        action: done ? 'go_live_step_done' : 'go_live_step_undone',
        subject: { kind: 'settings', id: 'go-live list' },
        details: { step },
      })
    }
    return viewOf(step, await findDoneStep(tx, step))
  })

const viewOf = (
  step: GoLiveStep,
  row: { readonly doneAt: Date; readonly doneBy: string } | undefined,
): GoLiveStepView => ({
  step,
  ...(row && { done: { at: row.doneAt.toISOString(), by: row.doneBy } }),
})
