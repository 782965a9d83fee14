// Loads what the vendors page doesn't need at first.
import { Loading } from '../../shared/ui/feedback/loading.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'

export const loadRest = () => import('./rest.ts')

export const DeleteDialog = lazyPart(loadRest, 'DeleteDialog')
export const DiscardDialog = lazyPart(loadRest, 'DiscardDialog')
export const Form1099 = lazyPart(loadRest, 'Form1099', <Loading />)
export const ImportDialog = lazyPart(loadRest, 'ImportDialog')
export const InvitationsTab = lazyPart(loadRest, 'InvitationsTab', <Loading />)
export const InviteDialog = lazyPart(loadRest, 'InviteDialog')
export const ToReviewCount = lazyPart(loadRest, 'ToReviewCount')
export const VendorForm = lazyPart(loadRest, 'VendorForm', <Loading />)
export const VendorProblem = lazyPart(loadRest, 'VendorProblem', <Loading />)
