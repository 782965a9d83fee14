// All payments, those still under way, or those that someone should look at: each has an address of its own.
import { ATTEMPT_VIEWS } from '@invoice-desk/contract/payments-admin'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import type { AttemptsView } from './api.ts'
import { writeView } from './use-attempts-view.ts'
import classes from './view-choice.module.css'

const LABELS = { all: 'All', open: 'Under way', review: 'Needs a look' } as const

type ViewChoiceProps = {
  readonly view: AttemptsView
  readonly counts: { readonly open: number; readonly review: number }
}

export const ViewChoice = ({ view, counts }: ViewChoiceProps) => (
  <nav className={classes.choice} aria-label="Which payments">
    {ATTEMPT_VIEWS.map((each) => (
      <AppLink
        key={each}
        className={classes.option}
        to={`${paths.paymentsAdmin()}?${new URLSearchParams(writeView({ ...view, view: each }))}`}
        aria-current={view.view === each ? 'page' : undefined}
        replace
        preventScrollReset
      >
        {LABELS[each]}
        {each === 'all' ? null : (
          <span className={classes.count} data-urgent={each === 'review' && counts.review > 0}>
            {counts[each]}
          </span>
        )}
      </AppLink>
    ))}
  </nav>
)
