// The health of the installation: tests of its services, a test email, and the go-live list.
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { healthQuery } from './api.ts'
import { summaryOf } from './check-state.ts'
import { GoLiveCard } from './go-live-card.tsx'
import classes from './health.module.css'
import { ServicesCard } from './services-card.tsx'
import { TestEmailCard } from './test-email-card.tsx'

export const Health = ({ person }: { person: string }) => (
  <Loaded query={useQuery(healthQuery)} waiting={<TableSkeleton rows={9} />}>
    {({ services, steps }) => (
      <div className={classes.columns}>
        <div className={classes.column}>
          <ServicesCard checks={services} />
          <TestEmailCard person={person} />
        </div>
        <GoLiveCard steps={steps} summary={summaryOf(services)} person={person} />
      </div>
    )}
  </Loaded>
)
