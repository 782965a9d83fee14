// Shares the session between open tabs.
import type { AuthData } from '@invoice-desk/contract/identity/identity'

export type TabMessage =
  | { readonly type: 'ask' }
  | { readonly type: 'signed-in'; readonly auth: AuthData }
  | { readonly type: 'signed-out'; readonly atMs: number }

export type SessionTabs = {
  post(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): void
  /** Marks this tab as having a session to share. */
  holdSession(held: boolean): void
  isSessionHeldElsewhere(): Promise<boolean>
}

const NAME = 'invoice-desk.session'

export const openSessionTabs = (): SessionTabs => {
  const channel = new BroadcastChannel(NAME)
  // Missing on plain HTTP outside localhost; new tabs then start signed out.
  const locks: LockManager | undefined = navigator.locks
  let release: (() => void) | undefined

  return {
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => {
      channel.onmessage = (event: MessageEvent<TabMessage>) => listener(event.data)
    },
    holdSession: (held) => {
      if (held === (release !== undefined)) return
      if (!held) {
        release?.()
        release = undefined
        return
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      release = resolve
      // A shared lock works as a flag that the browser clears when the tab closes.
      void locks?.request(NAME, { mode: 'shared' }, () => promise)
    },
    isSessionHeldElsewhere: async () => {
      const held = (await locks?.query())?.held ?? []
      return held.some((lock) => lock.name === NAME)
    },
  }
}
