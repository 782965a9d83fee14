// Finds staff pages by their names, and by other words for what they're about.
import type { StaffPage } from '../../features/identity/navigation.ts'

const OTHER_WORDS: Readonly<Record<StaffPage['label'], string>> = {
  Overview: 'home dashboard figures charts',
  Approvals: 'approve reject review pending queue tasks',
  Invoices: 'bills export',
  Payments: 'customers charges refunds disputes reconciliation stripe paypal pay links qr codes',
  Vendors: 'contractors suppliers mappings',
  Purchases: 'amazon transactions import cards',
  'Mail relay': 'smtp gmail scanner printer devices send email',
  Preferences: 'emails notifications away vacation delegate settings sessions devices sign out',
  Connections: 'quickbooks settings integrations',
  Accounts: 'users staff people permissions tools',
  'Approval rules': 'approvers steps limits separation of duties escalation',
  Activity: 'audit log history',
  Settings: 'business name logo color address time zone payment methods health doctor test go live',
  'Failed jobs': 'background errors retry',
}

/** Shorter texts find pages only by their names and whole words, or they'd come before the invoice that someone means. */
const OTHER_WORDS_FROM = 3

/** Every word of the text begins a word of the page. Without a text, all pages. */
export const findPages = (pages: readonly StaffPage[], text: string): StaffPage[] => {
  const typed = wordsOf(text)
  return pages.filter(({ label }) => {
    const isShort = text.length < OTHER_WORDS_FROM
    const others = wordsOf(OTHER_WORDS[label]).filter((word) => !isShort || typed.includes(word))
    const words = [...wordsOf(label), ...others]
    return typed.every((part) => words.some((word) => word.startsWith(part)))
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
