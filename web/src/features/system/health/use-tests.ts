// Runs tests of services, one or all, and says how far they are.
import { SERVICE_NAMES, type Service } from '@invoice-desk/contract/system/service-checks'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '../../../shared/api/api-error.ts'
import { forEachOf } from '../../../shared/browser/for-each-of.ts'
import { healthQuery, runTest } from './api.ts'
import { nameOf, resultText, summaryOf, summaryText } from './check-state.ts'

/** More would slow each other down. */
const AT_ONCE_MAX = 3

type Runs = Partial<Record<Service, { readonly isRunning: boolean; readonly error?: unknown }>>

export const useTests = () => {
  const client = useQueryClient()
  const [runs, setRuns] = useState<Runs>({})
  /** How many of all are done, while all are tested. */
  const [allDone, setAllDone] = useState<number>()
  const [announcement, setAnnouncement] = useState<string>()
  const running = useRef(new Map<Service, Promise<string>>())

  /** Returns the result as a sentence. */
  const start = (service: Service): Promise<string> => {
    const set = (run: Runs[Service]) => setRuns((now) => ({ ...now, [service]: run }))
    set({ isRunning: true })
    const ended = runTest(client, service)
      .then(
        (check) => {
          set({ isRunning: false })
          return resultText(check)
        },
        (error: unknown) => {
          set({ isRunning: false, error })
          return `${nameOf(service)}: ${messageOf(error)}`
        },
      )
      .finally(() => running.current.delete(service))
    running.current.set(service, ended)
    return ended
  }
  const run = (service: Service) => running.current.get(service) ?? start(service)

  const test = async (service: Service) => {
    setAnnouncement(`Testing ${nameOf(service)}...`)
    setAnnouncement(await run(service))
  }

  const testAll = async () => {
    let done = 0
    setAllDone(done)
    setAnnouncement('Testing all services...')
    await forEachOf(SERVICE_NAMES, AT_ONCE_MAX, async (service) => {
      const result = await run(service)
      done += 1
      setAllDone(done)
      setAnnouncement(`${done} of ${SERVICE_NAMES.length} tested. ${result}`)
    })
    setAllDone(undefined)
    const health = client.getQueryData(healthQuery.queryKey)
    if (health) setAnnouncement(summaryText(summaryOf(health.services)))
  }

  return { runs, allDone, announcement, test, testAll }
}
