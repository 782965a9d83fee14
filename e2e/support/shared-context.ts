// One browser context for a worker's tests, emptied after each. A new one would load and compile the app's code again.
import type { Browser, BrowserContext, Page } from '@playwright/test'

export type SharedContext = {
  /** As empty as a new one. */
  take(): Promise<BrowserContext>
  /** Closes the test's pages, and removes what they stored. */
  giveBack(): Promise<void>
}

type Open = {
  readonly context: BrowserContext
  /** Keeps the process of the pages alive. It runs no script of the app. */
  readonly keeper: Page
}

export const createSharedContext = (
  browser: Browser,
  options: { readonly keeperUrl: string; prepare(context: BrowserContext): void },
): SharedContext => {
  let open: Open | undefined

  const create = async (): Promise<Open> => {
    const context = await browser.newContext()
    const keeper = await context.newPage()
    await keeper.goto(options.keeperUrl)
    options.prepare(context)
    refuseLastingChanges(context)
    return { context, keeper }
  }

  return {
    take: async () => {
      open ??= await create()
      return open.context
    },
    giveBack: async () => {
      if (!open) return
      const { context, keeper } = open
      if (keeper.isClosed()) {
        open = undefined
        return context.close()
      }
      for (const page of context.pages()) if (page !== keeper) await page.close()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.setOffline(false)
      await context.clearPermissions()
      await context.clearCookies()
      await keeper.evaluate(() => localStorage.clear())
    },
  }
}

/** A context can't forget its clock and its scripts, and a new one would have to load and compile everything again. */
const refuseLastingChanges = (context: BrowserContext): void => {
  for (const name of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime']) {
    refuse(context.clock, name)
  }
  refuse(context, 'addInitScript')
}

const refuse = (target: object, name: string): void => {
  Reflect.set(target, name, () => {
    throw new Error(`The tests share this context, so ${name} needs a page from newVisitor`)
  })
}
