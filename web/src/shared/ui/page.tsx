// The frame of every page: its title in the document and on the page, which also takes the focus on arrival.
import { documentTitle, type PublicPage, pageTextOf } from '@invoice-desk/contract/pages'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { pageSettings } from '../page-settings.ts'
import { getPreviousPath } from '../previous-path.ts'
import classes from './page.module.css'

type PageProps = {
  readonly title: string
  /** For the browser's tab, where it should differ from the heading. */
  readonly tabTitle?: string
  readonly intro?: ReactNode
  /** Stands beside the title. */
  readonly action?: ReactNode
  readonly width?: 'card' | 'text' | 'wide'
  readonly children: ReactNode
}

/** The title, intro and width of a page that anyone can open, as its document has shown them already. */
export const publicPage = (path: PublicPage) => {
  const { name, ...text } = pageTextOf(path, pageSettings.businessName)
  return { ...text, tabTitle: name }
}

export const Page = ({ title, tabTitle, intro, action, width = 'wide', children }: PageProps) => (
  <div className={classes.page} data-width={width}>
    <header className={classes.head}>
      <div className={classes.titles}>
        <PageTitle tabTitle={tabTitle ?? title}>{title}</PageTitle>
        {intro ? <p className={classes.intro}>{intro}</p> : null}
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

export const PageTitle = ({ tabTitle, className, children }: PageTitleProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = documentTitle(tabTitle, pageSettings.businessName)
  }, [tabTitle])
  // A fresh document is announced by the browser; a move within it only if the focus moves too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new path is an arrival.
  useEffect(() => {
    if (getPreviousPath() !== undefined) heading.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={className ?? classes.title}>
      {children}
    </h1>
  )
}
