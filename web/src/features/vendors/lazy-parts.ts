// What the vendors page doesn't need at first, in one file.
export { DiscardDialog } from '../../shared/ui/dialog/leave-guard.tsx'
export { DeleteDialog } from './delete-dialogs.tsx'
export { VendorForm } from './form/vendor-form.tsx'
export { VendorProblem } from './form/vendor-problem.tsx'
export { Form1099 } from './form-1099/form-1099.tsx'
export { ImportDialog } from './import/import-dialog.tsx'
export { InvitationsTab, ToReviewCount } from './invitations/invitations-tab.tsx'
export { InviteDialog } from './invitations/invite-dialog.tsx'
