// All routes. Each page's code loads on demand.
import {
  PAGES,
  type PagePath,
  pageNameOf,
  SIGNED_IN_PAGES,
} from '@invoice-desk/contract/system/pages'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorPage } from './error-page.tsx'
import { InitialLoading, Layout } from './layout.tsx'
import { RequireSignIn } from './require-sign-in.tsx'

/** A page's module exports one component. */
type PageModule = Readonly<Record<string, ComponentType>>
type Load = () => Promise<PageModule>

const lazily = (load: Load) => ({
  lazy: async () => {
    const [Component] = Object.values(await load())
    return Component ? { Component } : {}
  },
})

const LOADS = import.meta.glob<PageModule>('../pages/*-page.tsx')

const pageRoute = (path: string, name: string): RouteObject => {
  const load = LOADS[`../pages/${name}-page.tsx`]
  if (!load) throw new Error(`${path} has no page.`)
  // Case-sensitive, like the server's routes.
  return { path, caseSensitive: true, ...lazily(load) }
}
const pageRoutes = (paths: readonly PagePath[]): RouteObject[] =>
  paths.map((path) => pageRoute(path, pageNameOf(path)))

const WITH_QUERIES: readonly PagePath[] = [
  '/submit-invoice',
  '/vendor-details',
  '/pay-invoice',
  '/payment-success',
]
/** Anyone can open it. Staff see it as part of their workspace. */
const OPEN_WORKSPACE: readonly PagePath[] = ['/amazon-transactions']

const plainPages = PAGES.filter(
  (path) => ![...WITH_QUERIES, ...OPEN_WORKSPACE, ...SIGNED_IN_PAGES].includes(path),
)

const withQueries = lazily(() => import('./with-queries.tsx'))
const staffShell = lazily(() => import('./staff-shell.tsx'))

const inWorkspace = (children: RouteObject[]): RouteObject => ({
  ...withQueries,
  children: [{ ...staffShell, children }],
})

export const routes: RouteObject[] = [
  {
    Component: Layout,
    children: [
      {
        ErrorBoundary: ErrorPage,
        HydrateFallback: InitialLoading,
        children: [
          ...pageRoutes(plainPages),
          pageRoute('*', 'not-found'),
          { ...withQueries, children: pageRoutes(WITH_QUERIES) },
          inWorkspace(pageRoutes(OPEN_WORKSPACE)),
          { Component: RequireSignIn, children: [inWorkspace(pageRoutes(SIGNED_IN_PAGES))] },
        ],
      },
    ],
  },
]
