// The invisible check that a person is there. Its script loads only once it may be needed.
import { ERRORS } from '@invoice-desk/contract/errors'
import { loadScript } from './load-script.ts'
import { pageSettings } from './page-settings.ts'

const WAIT_MS_MAX = 15_000

type Checker = {
  ready(callback: () => void): void
  execute(siteKey: string, options: { action: string }): PromiseLike<string>
}

declare global {
  var grecaptcha: Checker | undefined
}

/** Either the check could not be made, or it found no person. */
export class HumanCheckError extends Error {
  override readonly name = 'HumanCheckError'
}

const couldNotCheck = () => new HumanCheckError(ERRORS.human_check_failed.text)

/** A token for one call about this action; it is good once and for two minutes. */
export const passHumanCheck = async (action: string): Promise<string> => {
  const { humanCheck } = pageSettings
  if (!humanCheck) throw couldNotCheck()
  const token = await within(WAIT_MS_MAX, async () => {
    const checker = await loadHumanCheck()
    return checker.execute(humanCheck.siteKey, { action })
  }).catch(() => {
    throw couldNotCheck()
  })
  if (!token) throw new HumanCheckError(ERRORS.not_human.text)
  return token
}

let loading: Promise<Checker> | undefined

/** Begins while the form is filled in, so that nobody waits for it; a failure is tried again. */
export const loadHumanCheck = (): Promise<Checker> => {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

const load = async (): Promise<Checker> => {
  const { humanCheck } = pageSettings
  if (!humanCheck) throw couldNotCheck()
  const source = new URL(humanCheck.scriptUrl)
  source.searchParams.set('render', humanCheck.siteKey)
  await loadScript(source.href)
  const checker = globalThis.grecaptcha
  if (!checker) throw couldNotCheck()
  await new Promise<void>((resolve) => checker.ready(resolve))
  return checker
}

const within = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(couldNotCheck()), ms)
    work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
