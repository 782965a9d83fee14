// The layout of every page: skip link, sandbox banner, header, content, footer, toasts.
import { Outlet, ScrollRestoration } from 'react-router'
import { pageSettings } from '../shared/api/page-settings.ts'
import { Announcements } from '../shared/ui/feedback/announcements.tsx'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import classes from './layout.module.css'

export const Layout = () => (
  <div className={classes.layout}>
    <a className={classes.skip} href="#content">
      Skip to content
    </a>
    {pageSettings.sandboxUrl ? <SandboxBanner url={pageSettings.sandboxUrl} /> : null}
    <Header />
    <main id="content" className={classes.main} tabIndex={-1}>
      <Outlet />
    </main>
    <Footer />
    <Announcements />
    {/* A live region must exist before its first message, or screen readers skip it. */}
    <div id="toasts" aria-live="polite" />
    <ScrollRestoration />
  </div>
)

/** Shown while the first page's code loads. Keeps the footer below the fold, so it doesn't jump. */
export const InitialLoading = () => (
  <div style={{ minHeight: '100dvh' }}>
    <Loading />
  </div>
)

const SandboxBanner = ({ url }: { url: string }) => (
  <aside className="sandbox-banner" aria-label="Sandbox">
    Sandbox: no real money moves. <a href={url}>Open the sandbox</a>
  </aside>
)
