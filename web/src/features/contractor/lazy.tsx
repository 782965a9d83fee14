// Loads what the portal doesn't need before the bills are shown.
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import classes from './bills/bills.module.css'

export const loadParts = () => import('./lazy-parts.ts')

export const BillDialog = lazyPart(loadParts, 'BillDialog')
export const BillsTools = lazyPart(
  loadParts,
  'BillsTools',
  <div className={`row between ${classes.tools}`} />,
)
export const DetailsDialog = lazyPart(loadParts, 'DetailsDialog')
export const SignOutDialog = lazyPart(loadParts, 'SignOutDialog')
