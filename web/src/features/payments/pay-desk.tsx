// The payment page at work: a search, the invoices it found, and what is paid on them.
import { useEffect, useEffectEvent, useRef } from 'react'
import { Notice } from '../../shared/ui/notice.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import type { Wanted } from './api.ts'
import { InvoiceChoice } from './invoice-choice.tsx'
import classes from './pay-desk.module.css'
import { SearchForm } from './search-form.tsx'
import { type SearchProblem, useInvoiceSearch } from './use-invoice-search.ts'
import { isComplete, isSame, useQueryWanted } from './use-query-wanted.ts'

export const PayDesk = () => {
  const { wanted, write } = useQueryWanted()
  const { state, search } = useInvoiceSearch()
  const searched = useRef<Wanted>(undefined)

  const run = (next: Wanted) => {
    searched.current = next
    write(next)
    void search(next)
  }
  // An address that names both is searched at once, on arrival and whenever it changes.
  const { invoiceNumber, date } = wanted
  const follow = useEffectEvent((asked: Wanted) => {
    if (isComplete(asked) && !isSame(searched.current, asked)) run(asked)
  })
  useEffect(() => follow({ invoiceNumber, date }), [invoiceNumber, date])

  return (
    <div className={classes.desk}>
      <SearchForm wanted={wanted} isBusy={state.status === 'searching'} onSearch={run} />
      {state.status === 'searching' ? <TableSkeleton rows={3} label="Searching..." /> : null}
      {state.status === 'failed' ? <SearchFailure problem={state.problem} /> : null}
      {state.status === 'found' ? <InvoiceChoice key={state.search} found={state.found} /> : null}
    </div>
  )
}

const SearchFailure = ({ problem }: { problem: SearchProblem }) => (
  <Notice tone="negative">
    <p>{problem.message}</p>
    {problem.detail ? <p>{problem.detail}</p> : null}
  </Notice>
)
