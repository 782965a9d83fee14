// The button for scraping, which isn't available yet.
import { lazy, Suspense, useState, useTransition } from 'react'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'

const ComingSoonDialog = lazy(() =>
  import('./coming-soon-dialog.tsx').then((m) => ({ default: m.ComingSoonDialog })),
)

export const ScrapeButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  // The transition keeps the page as is while the dialog's code loads.
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
