// Queries and mutations for testing services and for the go-live list.
import {
  type GoLiveStep,
  HUMAN_CHECK_TEST,
  listServiceChecks,
  type Service,
  type ServiceCheck,
  saveGoLiveStep,
  sendTestEmail,
  testService,
} from '@invoice-desk/contract/system/service-checks'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { passHumanCheck } from '../../../shared/api/human-check.ts'

const HEALTH = ['system', 'health']

/** A service that doesn't answer makes its test slow. */
const TEST_TIMEOUT_MS = 90_000

export const healthQuery = queryOptions({
  queryKey: HEALTH,
  queryFn: ({ signal }) => call(listServiceChecks, { signal }),
  staleTime: 0,
})

export const runTest = async (client: QueryClient, service: Service): Promise<ServiceCheck> => {
  const check = await call(testService, {
    body: { service, ...(service === 'human_check' && { humanCheckToken: await browserToken() }) },
    timeoutMs: TEST_TIMEOUT_MS,
  })
  // A list that is on its way may not have this result.
  await client.cancelQueries({ queryKey: HEALTH })
  client.setQueryData(healthQuery.queryKey, (health) =>
    health
      ? { ...health, services: health.services.map((s) => (s.service === service ? check : s)) }
      : health,
  )
  return check
}

/** Empty if the browser got none, which the server then reports. */
const browserToken = () => passHumanCheck(HUMAN_CHECK_TEST).catch(() => '')

export const testEmailMutation = mutationOptions({
  mutationFn: (to: string) => call(sendTestEmail, { body: { to }, timeoutMs: TEST_TIMEOUT_MS }),
})

const SAVE_STEP = [...HEALTH, 'step']

/** Shows the change at once, and undoes it if it fails. */
export const saveStepMutation = (client: QueryClient, step: GoLiveStep, person: string) => {
  const show = (done: { at: string; by: string } | undefined) =>
    client.setQueryData(healthQuery.queryKey, (health) =>
      health
        ? { ...health, steps: health.steps.map((s) => (s.step === step ? { step, done } : s)) }
        : health,
    )
  return mutationOptions({
    mutationKey: SAVE_STEP,
    // One after the other, so the last one counts.
    scope: { id: `go-live ${step}` },
    mutationFn: (done: boolean) => call(saveGoLiveStep, { body: { step, done } }),
    onMutate: async (done) => {
      await client.cancelQueries({ queryKey: HEALTH })
      const before = client.getQueryData(healthQuery.queryKey)?.steps.find((s) => s.step === step)
      show(done ? { at: new Date().toISOString(), by: person } : undefined)
      return before?.done
    },
    onError: (_error, _done, before) => {
      show(before)
    },
    onSettled: () =>
      client.isMutating({ mutationKey: SAVE_STEP }) === 1
        ? client.invalidateQueries({ queryKey: HEALTH })
        : undefined,
  })
}
