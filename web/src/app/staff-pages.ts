// How the staff's navigation and search present each page.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { StaffPath } from '@invoice-desk/contract/system/pages'
import {
  type Icon,
  IconAdjustments,
  IconAlertTriangle,
  IconBuildingStore,
  IconCircleCheck,
  IconCreditCard,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconMailForward,
  IconPlugConnected,
  IconReceipt,
  IconSettings,
  IconShoppingBag,
  IconUsers,
} from '../shared/ui/icons.ts'

type PageLook = {
  readonly icon: Icon
  /** Other words for what it's about, by which the search finds it. */
  readonly words: string
  /** Shown beside its link: a number or, for a fact, a dot. */
  readonly count?: {
    readonly of: keyof WorkspaceCounts
    readonly text: string
    /** It waits for this person. */
    readonly isWaiting?: true
  }
}

export const PAGE_LOOKS: Readonly<Record<StaffPath, PageLook>> = {
  '/overview': { icon: IconLayoutDashboard, words: 'home dashboard figures charts' },
  '/approve-invoice': {
    icon: IconCircleCheck,
    words: 'approve reject review pending queue tasks',
    count: { of: 'pendingInvoices', text: 'waiting', isWaiting: true },
  },
  '/invoices': { icon: IconReceipt, words: 'bills export' },
  '/payments/admin': {
    icon: IconCreditCard,
    words: 'customers charges refunds disputes reconciliation stripe paypal pay links qr codes',
    count: { of: 'paymentsToReview', text: 'to review', isWaiting: true },
  },
  '/vendors': { icon: IconBuildingStore, words: 'contractors suppliers mappings' },
  '/amazon-transactions': { icon: IconShoppingBag, words: 'amazon transactions import cards' },
  '/mail-relay': {
    icon: IconMailForward,
    words: 'smtp gmail scanner printer devices send email',
  },
  '/preferences': {
    icon: IconAdjustments,
    words: 'emails notifications away vacation delegate settings sessions devices sign out',
  },
  '/connections': {
    icon: IconPlugConnected,
    words: 'quickbooks settings integrations',
    count: { of: 'connectionNeedsAttention', text: 'needs attention' },
  },
  '/accounts': { icon: IconUsers, words: 'users staff people permissions tools' },
  '/approval-rules': {
    icon: IconListCheck,
    words: 'approvers steps limits separation of duties escalation',
  },
  '/activity': { icon: IconHistory, words: 'audit log history' },
  '/settings': {
    icon: IconSettings,
    words: 'business name logo color address time zone payment methods health doctor test go live',
  },
  '/jobs': {
    icon: IconAlertTriangle,
    words: 'background errors retry',
    count: { of: 'failedJobs', text: 'failed' },
  },
}
