// The frame of every page. Its title also sets the tab title and takes focus on navigation.
import { documentTitle, type PublicPage, pageTextOf } from '@invoice-desk/contract/system/pages'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { pageSettings } from '../api/page-settings.ts'
import { trail } from '../navigation/previous-path.ts'

type PageProps = {
  readonly title: string
  /** The browser tab's title, if it differs from the heading. */
  readonly tabTitle?: string
  readonly intro?: ReactNode
  /** Shown beside the title. */
  readonly action?: ReactNode
  /** `full`: as wide as the screen, with a small title. */
  readonly width?: 'card' | 'text' | 'wide' | 'full'
  readonly children: ReactNode
}

/** The title, intro and width of a public page, the same as in its HTML document. */
export const publicPage = (path: PublicPage) => {
  const { name, ...text } = pageTextOf(path, pageSettings.businessName)
  return { ...text, tabTitle: name }
}

export const Page = ({ title, tabTitle, intro, action, width = 'wide', children }: PageProps) => (
  <div className="page" data-width={width}>
    <header className="page-head">
      <div className="page-titles">
        <PageTitle tabTitle={tabTitle ?? title}>{title}</PageTitle>
        {intro ? <p className="page-intro">{intro}</p> : null}
      </div>
      {action}
    </header>
    {children}
  </div>
)

type PageTitleProps = {
  readonly tabTitle: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

export const PageTitle = ({ tabTitle, className = 'page-title', children }: PageTitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = documentTitle(tabTitle, pageSettings.businessName)
  }, [tabTitle])
  // Browsers announce a new document; client-side navigation is announced only if focus moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation.
  useEffect(() => {
    if (trail.from !== undefined) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  )
}
