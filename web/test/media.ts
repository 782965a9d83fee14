// Shows a page in a test as on paper.
// The provider's types tell what `cdp` can do.
import type {} from '@vitest/browser-playwright'
import { cdp } from 'vitest/browser'

/** Applies until the next call; an empty text ends the emulation. */
export const emulateMedia = (media: 'print' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { media })
