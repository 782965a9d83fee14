// The links between the tabs of the vendors page.
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import classes from '../../../shared/ui/page-tabs.module.css'
import { TABS, type Tab, useTab } from './tab.ts'

/** `notes` follow the label of a tab, such as a count. */
export const PageTabs = ({ notes }: { notes: Partial<Record<Tab, ReactNode>> }) => {
  const { tab, addressOf } = useTab()
  return (
    <nav
      className={`beside gap-1 sunken scroll-x mb-view ${classes.tabs}`}
      aria-label="Vendor pages"
      data-print="never"
    >
      {TABS.map(({ name, label }) => (
        <AppLink
          key={name}
          className={`tab ${classes.tab}`}
          to={addressOf(name)}
          aria-current={name === tab ? 'page' : undefined}
        >
          {label}
          {notes[name]}
        </AppLink>
      ))}
    </nav>
  )
}
