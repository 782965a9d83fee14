// What loads in one file after the bills are shown.
import { lazy } from 'react'

export const loadRest = () => import('./rest.ts')

export const BillDialog = lazy(() => loadRest().then((m) => ({ default: m.BillDialog })))
export const BillsTools = lazy(() => loadRest().then((m) => ({ default: m.BillsTools })))
export const DetailsDialog = lazy(() => loadRest().then((m) => ({ default: m.DetailsDialog })))
export const SignOutDialog = lazy(() => loadRest().then((m) => ({ default: m.SignOutDialog })))
