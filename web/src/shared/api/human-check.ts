// The invisible reCAPTCHA. Its script loads only on pages that may need it.
import { COMMON_ERRORS } from '@invoice-desk/contract/http/common-errors'
import { loadScript } from '../browser/load-script.ts'
import { pageSettings } from './page-settings.ts'

const WAIT_MS_MAX = 15_000

type Checker = {
  ready(callback: () => void): void
  execute(siteKey: string, options: { action: string }): PromiseLike<string>
}

declare global {
  var grecaptcha: Checker | undefined
}

/** The check failed to run, or it decided that the visitor isn't human. */
export class HumanCheckError extends Error {
  override readonly name = 'HumanCheckError'
}

const couldNotCheck = () => new HumanCheckError(COMMON_ERRORS.human_check_failed.text)

/** A single-use token for this action, valid for two minutes. */
export const passHumanCheck = async (action: string): Promise<string> => {
  const { humanCheck } = pageSettings
  if (!humanCheck) throw couldNotCheck()
  const passed = loadHumanCheck().then((checker) => checker.execute(humanCheck.siteKey, { action }))
  const token = await Promise.race([passed, failAfter(WAIT_MS_MAX)]).catch(() => {
    throw couldNotCheck()
  })
  if (!token) throw new HumanCheckError(COMMON_ERRORS.not_human.text)
  return token
}

let loading: Promise<Checker> | undefined

/** Starts loading while people fill in the form. A failed load is retried on the next call. */
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

const failAfter = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(couldNotCheck()), ms))
