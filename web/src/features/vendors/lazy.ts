// Loads what the vendors page doesn't need at first.
import { lazy } from 'react'

export const loadRest = () => import('./rest.ts')

export const DeleteDialog = lazy(() => loadRest().then((m) => ({ default: m.DeleteDialog })))
export const DiscardDialog = lazy(() => loadRest().then((m) => ({ default: m.DiscardDialog })))
export const Form1099 = lazy(() => loadRest().then((m) => ({ default: m.Form1099 })))
export const ImportDialog = lazy(() => loadRest().then((m) => ({ default: m.ImportDialog })))
export const InvitationsTab = lazy(() => loadRest().then((m) => ({ default: m.InvitationsTab })))
export const InviteDialog = lazy(() => loadRest().then((m) => ({ default: m.InviteDialog })))
export const ToReviewCount = lazy(() => loadRest().then((m) => ({ default: m.ToReviewCount })))
export const VendorForm = lazy(() => loadRest().then((m) => ({ default: m.VendorForm })))
export const VendorProblem = lazy(() => loadRest().then((m) => ({ default: m.VendorProblem })))
