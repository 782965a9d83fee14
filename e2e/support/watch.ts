// Records browser errors: script errors, failed loads and content security policy violations.
import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test'

export type Complaints = {
  /** Ignores errors that the test causes on purpose, such as the browser's message about a 403. */
  allow(pattern: RegExp): void
  /** Returns a function that ends it. */
  follow(context: BrowserContext): () => void
  unexpected(): readonly string[]
}

export const createComplaints = (): Complaints => {
  const errors: string[] = []
  const allowed: RegExp[] = []
  // Chromium also reports policy violations and failed loads as console errors.
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    errors.push(`${message.text()} (${message.location().url})`)
  }
  const onError = (error: WebError) => void errors.push(String(error.error()))
  return {
    allow: (pattern) => void allowed.push(pattern),
    follow: (context) => {
      context.on('console', onConsole).on('weberror', onError)
      return () => void context.off('console', onConsole).off('weberror', onError)
    },
    unexpected: () => errors.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
