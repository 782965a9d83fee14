// Runs the tests of services with the app's own dependencies, optionally with other settings.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Finding, Service } from '@invoice-desk/contract/system/service-checks'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { expect } from 'vitest'
import type { CheckDependencies, CheckInput } from '../../src/features/system/health/check.ts'
import { CHECKS } from '../../src/features/system/health/checks.ts'
import type { Config } from '../../src/settings/config.ts'

type Options = {
  readonly config?: (config: Config) => Partial<Config>
  readonly dependencies?: Partial<CheckDependencies>
  readonly input?: CheckInput
}

export const createTestService =
  (desk: () => TestDesk) =>
  async (service: Service, options: Options = {}): Promise<Finding[]> => {
    const { dependencies } = desk().desk
    const { config } = dependencies
    const changed = { ...config, ...options.config?.(config) }
    const all = { ...dependencies, config: changed, ...options.dependencies }
    const findings = await CHECKS[service](all, options.input ?? {})
    for (const { state, text, fix } of findings) {
      expect(text).toMatch(/^(reCAPTCHA|[A-Z]|https:).*\.$/)
      expect(state === 'problem' ? fix : '').toBeDefined()
    }
    return findings
  }

export const textsOf = (findings: readonly Finding[], state: Finding['state']): string[] =>
  findings.filter((finding) => finding.state === state).map(({ text }) => text)

/** The only problem and its fix. */
export const problemOf = (findings: readonly Finding[]): string => {
  const problems = findings.filter(({ state }) => state === 'problem')
  expect(problems.map(({ text }) => text)).toHaveLength(1)
  return `${problems[0]?.text} ${problems[0]?.fix}`
}

/** An address where nothing listens. */
export const closedUrl = async (): Promise<string> => {
  const server = createServer().listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://localhost:${port}`
}
