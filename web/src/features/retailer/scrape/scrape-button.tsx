// Collecting transactions from the retailer by itself is announced, and comes later.
import { lazy, Suspense, useState, useTransition } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'

const ComingSoonDialog = lazy(() =>
  import('./coming-soon-dialog.tsx').then((m) => ({ default: m.ComingSoonDialog })),
)

export const ScrapeButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  // The dialog's code is on its way; the transition keeps the page as it is meanwhile.
  const [isBusy, startOpening] = useTransition()
  return (
    <>
      <BusyButton
        isBusy={isBusy}
        busyLabel="Scraping..."
        onClick={() => startOpening(() => setIsOpen(true))}
      >
        Scrape New Transactions
      </BusyButton>
      <Suspense fallback={null}>
        {isOpen ? <ComingSoonDialog onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
