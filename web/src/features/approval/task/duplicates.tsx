// Warns about earlier invoices that look like this one.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import classes from './details-card.module.css'

export const BECAUSE = {
  same_number: 'the same invoice number',
  same_file: 'the same file',
} as const

export const Duplicates = ({ task: { duplicates } }: { task: Task }) =>
  duplicates.length === 0 ? null : (
    <Notice tone="warning">
      <p>This invoice looks similar to earlier ones:</p>
      <ul className={classes.duplicates}>
        {duplicates.map(({ id, invoiceNumber, status, because }) => (
          <li key={`${id}-${because}`}>
            <AppLink to={paths.approveInvoice(id)}>{invoiceNumber}</AppLink> ({status}) has{' '}
            {BECAUSE[because]}
          </li>
        ))}
      </ul>
    </Notice>
  )
