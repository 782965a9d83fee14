// Runs the test of one service. It never throws and has a time limit.
import { type Finding, SERVICES, type Service } from '@invoice-desk/contract/system/service-checks'
import { DatabaseUnavailable } from '../../../db/unavailable.ts'
import { type CheckDependencies, type CheckInput, problem, skipped } from './check.ts'
import { CHECKS } from './checks.ts'
import { causesOf } from './errors.ts'
import { TookTooLong, withTimeLimit } from './time-limit.ts'

const LIMIT_MS = 60_000

export const runCheck = async (
  deps: CheckDependencies,
  service: Service,
  input: CheckInput = {},
): Promise<Finding[]> => {
  try {
    return tidy(await withTimeLimit(() => CHECKS[service](deps, input), LIMIT_MS))
  } catch (error) {
    return [explain(deps, service, error)]
  }
}

/** Some texts come from other servers: without what a terminal or the database can't take. Each finding once. */
const tidy = (findings: readonly Finding[]): Finding[] => {
  const plain = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, ' ')
  const all = findings.map(({ fix, ...found }) => ({
    ...found,
    text: plain(found.text),
    ...(fix && { fix: plain(fix) }),
  }))
  return [...new Map(all.map((each) => [each.text, each])).values()]
}

/** Without the error's own text, which may contain a secret. */
const explain = ({ log }: CheckDependencies, service: Service, error: unknown): Finding => {
  if (error instanceof TookTooLong) {
    return problem(
      `The test of ${SERVICES[service]} didn't finish within ${LIMIT_MS / 1_000} seconds.`,
      'Test again. If it stays slow, check the connection from this machine to the service.',
    )
  }
  if (causesOf(error).some((each) => each instanceof DatabaseUnavailable)) {
    return skipped("This needs the database, which can't be used right now.")
  }
  log.error({ err: error, service }, 'the test of a service failed unexpectedly')
  return problem(
    `The test of ${SERVICES[service]} failed unexpectedly.`,
    "Test again. If it fails again, the app's log has the error; `npm run doctor` shows it with LOG_LEVEL=debug.",
  )
}
