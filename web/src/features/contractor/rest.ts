// One file for the browser, because each one has its cost.
export { BillDialog } from './bill/bill-dialog.tsx'
export { BillsTools } from './bills/bills-tools.tsx'
export { DetailsDialog } from './details/details-dialog.tsx'
export { SignOutDialog } from './verification/sign-out-dialog.tsx'
