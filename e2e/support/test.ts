// Playwright's `test` and `expect`, with a running app and a check for browser errors.

import { newAddress } from '@invoice-desk/testing/http/caller'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Desk, startDesk } from './desk.ts'
import { createSharedContext, type SharedContext } from './shared-context.ts'
import { type Complaints, createComplaints } from './watch.ts'

type TestFixtures = {
  /** A page in another browser context, as if on another machine. */
  readonly newVisitor: () => Promise<Page>
  /** Browser errors fail the test, except those that it allows here. */
  readonly complaints: Complaints
  readonly prepared: undefined
}

type WorkerFixtures = {
  readonly desk: Desk
  readonly sharedContext: SharedContext
}

/** A small document on the app's origin. */
const KEEPER_PATH = '/favicon.svg'

const DESK_READY_WITHIN_MS = 300_000

export const test = base.extend<TestFixtures, WorkerFixtures>({
  desk: [
    async ({ browserName: _ }, use) => {
      const desk = await startDesk()
      await use(desk)
      await desk.close()
    },
    { scope: 'worker', timeout: DESK_READY_WITHIN_MS },
  ],
  sharedContext: [
    async ({ browser, desk }, use) => {
      const keeperUrl = desk.url + KEEPER_PATH
      await use(createSharedContext(browser, { keeperUrl, prepare: awaitApp }))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use({ 'x-forwarded-for': newAddress() }),
  complaints: async ({ baseURL: _ }, use) => {
    const complaints = createComplaints()
    await use(complaints)
    expect(complaints.unexpected(), 'unexpected browser errors').toEqual([])
  },
  context: async ({ sharedContext, complaints, extraHTTPHeaders }, use) => {
    const context = await sharedContext.take()
    await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {})
    const unfollow = complaints.follow(context)
    await use(context)
    await sharedContext.giveBack()
    unfollow()
  },
  page: async ({ context, viewport, colorScheme }, use) => {
    const page = await context.newPage()
    // The context has those of the first test.
    if (viewport) await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await use(page)
  },
  newVisitor: async ({ browser, complaints }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async () => {
      const context = await browser.newContext({
        extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
      })
      contexts.push(context)
      complaints.follow(context)
      awaitApp(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  prepared: [
    async ({ desk }, use, testInfo) => {
      await desk.clearFaults()
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('desk.log', { body: desk.log(), contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

/** Navigation ends when the app has replaced the static first view, which doesn't respond to keys. */
const awaitApp = (context: BrowserContext): void => {
  context.on('page', (page) => {
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
    const appeared = <T>(response: T): Promise<T> =>
      page
        .locator('.first-view')
        .waitFor({ state: 'detached' })
        .then(() => response)
    page.goto = async (...args) => appeared(await goto(...args))
    page.reload = async (...args) => appeared(await reload(...args))
  })
}

export { expect }
