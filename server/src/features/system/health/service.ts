// Runs the tests of services from the page and stores their results, and sends the test email.
import { randomUUID } from 'node:crypto'
import {
  finding,
  SERVICE_NAMES,
  type Service,
  type ServiceCheck,
} from '@invoice-desk/contract/system/service-checks'
import { z } from 'zod'
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import type { CheckInput } from './check.ts'
import { listSteps } from './go-live.ts'
import { mailServerOf } from './mail.ts'
import { explainMail } from './mail-problems.ts'
import { listServiceTests, saveServiceTest } from './queries.ts'
import { runCheck } from './run-check.ts'
import { testMail } from './test-mail.ts'

/** Another version may have stored it. */
const storedFindings = z
  .array(
    finding
      .extend({ state: finding.shape.state.catch('note') })
      .optional()
      .catch(undefined),
  )
  .catch([])
  .transform((found) => found.filter((each) => each !== undefined))

export const createHealthService = (dependencies: Dependencies) => {
  const { config, log, mailer } = dependencies
  const { db } = dependencies.database
  const running = new Map<Service, Promise<ServiceCheck>>()

  const test = async (by: string, service: Service, input: CheckInput): Promise<ServiceCheck> => {
    const findings = await runCheck(dependencies, service, input)
    const testedAt = new Date()
    await saveServiceTest(db, service, { findings, testedAt, testedBy: by })
    return { service, last: { at: testedAt.toISOString(), by, findings } }
  }

  return {
    list: async () => {
      const [tests, steps] = await Promise.all([listServiceTests(db), listSteps(db)])
      return {
        services: SERVICE_NAMES.map((service): ServiceCheck => {
          const row = tests.find((each) => each.service === service)
          if (!row) return { service }
          const findings = storedFindings.parse(row.findings)
          return { service, last: { at: row.testedAt.toISOString(), by: row.testedBy, findings } }
        }),
        steps,
      }
    },

    /** A second request joins a running test of the same service, unless it brings its own token. */
    test: (
      caller: StaffCaller,
      { service, ...input }: { service: Service } & CheckInput,
    ): Promise<ServiceCheck> => {
      const known = running.get(service)
      if (known && input.humanCheckToken === undefined) return known
      const started = test(caller.email, service, input).finally(() => running.delete(service))
      running.set(service, started)
      return started
    },

    /** Right away and not as a job, so the answer has what the mail server said. */
    sendTestEmail: async (caller: StaffCaller, to: string): Promise<{ problem?: string }> => {
      try {
        await mailer.send(testMail(config, { to, by: caller.email, messageId: randomUUID() }))
      } catch (error) {
        log.warn({ err: error }, 'the test email was not sent')
        const { text, fix } = explainMail(error, mailServerOf(config))
        return { problem: `${text} ${fix}` }
      }
      await recordEvent(db, {
        actor: caller.email,
        action: 'test_email_sent',
        subject: { kind: 'settings', id: 'email' },
        details: { to },
      })
      return {}
    },
  }
}
