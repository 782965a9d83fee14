// What loads in one file after the bills are shown.
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import classes from './bills/bills.module.css'

export const loadRest = () => import('./rest.ts')

export const BillDialog = lazyPart(loadRest, 'BillDialog')
export const BillsTools = lazyPart(loadRest, 'BillsTools', <div className={classes.tools} />)
export const DetailsDialog = lazyPart(loadRest, 'DetailsDialog')
export const SignOutDialog = lazyPart(loadRest, 'SignOutDialog')
