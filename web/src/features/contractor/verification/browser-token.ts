// The one place of this browser where a verification token is kept.
import { openShelf } from '../../../shared/shelf.ts'
import { createTokenStore } from './token-store.ts'

export const tokenStore = createTokenStore(openShelf(() => window.localStorage))
