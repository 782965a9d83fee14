// Types of a service test: its inputs and findings. Tests make only harmless calls.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import type { Dependencies } from '../../../dependencies.ts'

/** `npm run doctor` has these without starting the app. */
export type CheckDependencies = Pick<
  Dependencies,
  'config' | 'log' | 'database' | 'files' | 'quickbooks'
>

export type CheckInput = {
  /** From the browser, which `npm run doctor` doesn't have. */
  readonly humanCheckToken?: string | undefined
}

export type Check = (deps: CheckDependencies, input: CheckInput) => Promise<Finding[]>

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const note = (text: string, fix?: string): Finding => ({
  state: 'note',
  text,
  ...(fix && { fix }),
})
export const problem = (text: string, fix: string): Finding => ({ state: 'problem', text, fix })
/** The findings whose condition is met. */
export const findingsOf = (...found: readonly (Finding | false)[]): Finding[] =>
  found.filter((each) => each !== false)

/** Can't be tested this way, or depends on something that already has a problem. */
export const skipped = (text: string): Finding => ({ state: 'skipped', text })
