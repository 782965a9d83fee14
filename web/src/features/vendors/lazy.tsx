// Loads what the vendors page doesn't need at first.
import { Loading } from '../../shared/ui/feedback/loading.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'

export const loadParts = () => import('./lazy-parts.ts')

export const DeleteDialog = lazyPart(loadParts, 'DeleteDialog')
export const DiscardDialog = lazyPart(loadParts, 'DiscardDialog')
export const Form1099 = lazyPart(loadParts, 'Form1099', <Loading />)
export const ImportDialog = lazyPart(loadParts, 'ImportDialog')
export const InvitationsTab = lazyPart(loadParts, 'InvitationsTab', <Loading />)
export const InviteDialog = lazyPart(loadParts, 'InviteDialog')
export const ToReviewCount = lazyPart(loadParts, 'ToReviewCount')
export const VendorForm = lazyPart(loadParts, 'VendorForm', <Loading />)
export const VendorProblem = lazyPart(loadParts, 'VendorProblem', <Loading />)
