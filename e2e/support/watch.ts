// Records browser errors: script errors, failed loads and content security policy violations.
import type { BrowserContext } from '@playwright/test'

export type Complaints = {
  /** Ignores errors that the test causes on purpose, such as the browser's message about a 403. */
  allow(pattern: RegExp): void
  follow(context: BrowserContext): void
  unexpected(): readonly string[]
}

export const createComplaints = (): Complaints => {
  const errors: string[] = []
  const allowed: RegExp[] = []
  return {
    allow: (pattern) => void allowed.push(pattern),
    follow: (context) => {
      // Chromium also reports policy violations and failed loads as console errors.
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        errors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => void errors.push(String(error.error())))
    },
    unexpected: () => errors.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
