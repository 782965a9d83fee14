// The health of the installation: tests of its services, a test email, and the go-live list.

import type { ServiceCheck } from '@invoice-desk/contract/system/service-checks'
import { Progress, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '../../../shared/text/times.ts'
import { useAnnouncement } from '../../../shared/ui/feedback/announcements.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { healthQuery } from './api.ts'
import { type Summary, summaryOf, summaryText } from './check-state.ts'
import { GoLiveCard } from './go-live-card.tsx'
import { ServiceRow } from './service-row.tsx'
import { TestEmailCard } from './test-email-card.tsx'
import { useTests } from './use-tests.ts'

export const Health = ({ person }: { person: string }) => (
  <Loaded query={useQuery(healthQuery)} waiting={<TableSkeleton rows={9} />}>
    {({ services, steps }) => (
      <div className="columns-main top">
        <div className="stack gap-view slim">
          <ServicesCard checks={services} />
          <TestEmailCard person={person} />
        </div>
        <GoLiveCard steps={steps} summary={summaryOf(services)} person={person} />
      </div>
    )}
  </Loaded>
)

/** Every service with its last test, and the buttons that test one or all of them. */
const ServicesCard = ({ checks }: { checks: readonly ServiceCheck[] }) => {
  const { runs, allDone, announcement, test, testAll } = useTests()
  useAnnouncement(announcement)
  const isTestingAll = allDone !== undefined
  return (
    <section className="panel" aria-labelledby="services">
      <div className="row card">
        <div className="grow">
          <Title order={2} fz="lg" id="services">
            Services
          </Title>
          {isTestingAll ? (
            <TestProgress done={allDone} total={checks.length} />
          ) : (
            <SummaryLine summary={summaryOf(checks)} />
          )}
        </div>
        <BusyButton isBusy={isTestingAll} onClick={() => void testAll()}>
          Test all
        </BusyButton>
      </div>
      <ul className="rows ruled">
        {checks.map((check) => (
          <ServiceRow
            key={check.service}
            check={check}
            run={runs[check.service]}
            onTest={() => void test(check.service)}
          />
        ))}
      </ul>
    </section>
  )
}

const SummaryLine = ({ summary }: { summary: Summary }) => (
  <p className="quiet">
    {summaryText(summary)}{' '}
    {summary.oldest ? (
      <>
        The oldest test is from{' '}
        <time dateTime={summary.oldest}>{dateAndTime.format(new Date(summary.oldest))}</time>.
      </>
    ) : (
      'Tests make only harmless calls.'
    )}
  </p>
)

const TestProgress = ({ done, total }: { done: number; total: number }) => (
  <>
    <p className="quiet">
      {done} of {total} services tested
    </p>
    <Progress aria-label="Testing all services" value={(done / total) * 100} mt={4} />
  </>
)
