// Collecting transactions from the retailer by itself is announced, and comes later.
import { Button } from '@mantine/core'
import { lazy, Suspense, useState, useTransition } from 'react'

const ComingSoonDialog = lazy(() =>
  import('./coming-soon-dialog.tsx').then((m) => ({ default: m.ComingSoonDialog })),
)

export const ScrapeButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  // The dialog's code is on its way; the transition keeps the page as it is meanwhile.
  const [isBusy, startOpening] = useTransition()
  return (
    <>
      <Button
        // Not disabled, which would lose the focus that the dialog gives back.
        data-disabled={isBusy}
        aria-disabled={isBusy}
        onClick={() => startOpening(() => setIsOpen(true))}
      >
        {isBusy ? 'Scraping...' : 'Scrape New Transactions'}
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <ComingSoonDialog onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
