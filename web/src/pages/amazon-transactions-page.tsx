// Amazon purchases: a public list, with import for staff.

import type { Challenge } from '@invoice-desk/contract/retailer/retailer'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../features/identity/api.ts'
import { useSession } from '../features/identity/session/browser-session.ts'
import { downloadTransactions, readView } from '../features/retailer/api.ts'
import { TransactionList } from '../features/retailer/list/transaction-list.tsx'
import { ScrapeButton } from '../features/retailer/scrape/scrape-button.tsx'
import { fetchFailure } from '../features/retailer/texts.ts'
import { useAddressView } from '../shared/lists/use-url-filters.ts'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

// Loaded on demand: most visitors need neither.
const ImportPanel = lazyPart(
  () => import('../features/retailer/import/import-panel.tsx'),
  'ImportPanel',
)
const SecurityDialog = lazyPart(
  () => import('../features/retailer/scrape/security-dialog.tsx'),
  'SecurityDialog',
)

export const AmazonTransactionsPage = () => {
  const [view, setView] = useAddressView(readView)
  const canImport = useCanImport()
  const [isImporting, setIsImporting] = useState(false)
  // Nothing sets a challenge until scraping is available.
  const [challenge, setChallenge] = useState<Challenge>()
  return (
    <Page
      {...publicPage('/amazon-transactions')}
      action={
        <Group gap="sm">
          <ExportButton
            label="Export CSV"
            name="amazon-transactions"
            onDownload={() => downloadTransactions(view)}
            failureOf={fetchFailure}
          />
          {canImport ? (
            <Button
              variant="default"
              aria-expanded={isImporting}
              onClick={() => setIsImporting((was) => !was)}
            >
              Import transactions
            </Button>
          ) : null}
          <ScrapeButton />
        </Group>
      }
    >
      {canImport && isImporting ? <ImportPanel onClose={() => setIsImporting(false)} /> : null}
      {challenge ? (
        <SecurityDialog challenge={challenge} onClose={() => setChallenge(undefined)} />
      ) : null}
      <TransactionList view={view} onView={setView} />
    </Page>
  )
}

/** Whether the signed-in account has the import tool. */
const useCanImport = (): boolean => {
  const isSignedIn = useSession().status === 'signed-in'
  const { data: account } = useQuery({ ...accountQuery, enabled: isSignedIn })
  return isSignedIn && (account?.tools.includes('import_transactions') ?? false)
}
