// Shows a page in a test as on paper.
// The provider's types tell what `cdp` can do.
import type {} from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

/** Until it's called with an empty text. */
export const emulateMedia = (media: 'print' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { media })
