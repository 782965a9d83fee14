// Listens to what the browser complains about: script errors, refused loads, broken content policies.
import type { BrowserContext } from '@playwright/test'

export type Complaints = {
  /** What the test itself brings about, such as the browser's line about a 403 it provokes. */
  allow(pattern: RegExp): void
  follow(context: BrowserContext): void
  unexpected(): readonly string[]
}

export const createComplaints = (): Complaints => {
  const heard: string[] = []
  const allowed: RegExp[] = []
  return {
    allow: (pattern) => void allowed.push(pattern),
    follow: (context) => {
      // Chromium reports a broken content policy and a failed load as console errors too.
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        heard.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', (error) => void heard.push(String(error.error())))
    },
    unexpected: () => heard.filter((text) => !allowed.some((pattern) => pattern.test(text))),
  }
}
