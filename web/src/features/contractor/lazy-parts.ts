// What loads after the bills are shown, in one file: each request costs time.
export { BillDialog } from './bill/bill-dialog.tsx'
export { BillsTools } from './bills/bills-tools.tsx'
export { DetailsDialog } from './details/details-dialog.tsx'
export { SignOutDialog } from './verification/sign-out-dialog.tsx'
