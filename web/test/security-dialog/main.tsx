// A test page that opens the security dialog over the list.
import type { Challenge } from '@invoice-desk/contract/retailer'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from '../../src/app/providers.tsx'
import { TransactionList } from '../../src/features/retailer/list/transaction-list.tsx'
import { readView } from '../../src/features/retailer/list/transaction-view.ts'
import { SecurityDialog } from '../../src/features/retailer/scrape/security-dialog.tsx'
import { pageNonce } from '../../src/shared/page-settings.ts'
import { QueryScope } from '../../src/shared/queries.tsx'
import { ToastList } from '../../src/shared/ui/toast-list.tsx'
import '../../src/shared/styles/mantine-base.css'
import '../../src/shared/styles/mantine-rest.css'
import '../../src/shared/styles/global.css'

const CHALLENGES: Readonly<Record<string, Challenge>> = {
  '2fa': { type: '2fa', message: 'Enter the code that was sent to your phone.' },
  captcha: { type: 'captcha', message: 'Type the characters in the picture.' },
}

const SecurityDialogPage = () => {
  const [challenge, setChallenge] = useState<Challenge>()
  return (
    <main>
      <h1>Amazon Transactions</h1>
      {Object.entries(CHALLENGES).map(([type, each]) => (
        <button key={type} type="button" onClick={() => setChallenge(each)}>
          Ask for {type}
        </button>
      ))}
      <TransactionList view={readView(new URLSearchParams())} onView={() => {}} />
      {challenge ? (
        <SecurityDialog challenge={challenge} onClose={() => setChallenge(undefined)} />
      ) : null}
      <div id="toasts" />
      <ToastList />
    </main>
  )
}

Object.assign(globalThis, { __webpack_nonce__: pageNonce() })

const root = document.getElementById('place')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <QueryScope>
          <SecurityDialogPage />
        </QueryScope>
      </Providers>
    </StrictMode>,
  )
}
