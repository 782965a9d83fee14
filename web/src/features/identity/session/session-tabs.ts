// How the open tabs of this browser agree on who is signed in.
import type { AuthData } from '@invoice-desk/contract/identity'

export type TabMessage =
  | { readonly type: 'ask' }
  | { readonly type: 'signed-in'; readonly auth: AuthData }
  | { readonly type: 'signed-out'; readonly atMs: number }

export type SessionTabs = {
  post(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): void
  /** Tells other tabs that this one has a sign-in to share, until `false`. */
  holdSession(held: boolean): void
  isSessionHeldElsewhere(): Promise<boolean>
}

const NAME = 'invoice-desk.session'

export const openSessionTabs = (): SessionTabs => {
  const channel = new BroadcastChannel(NAME)
  // Absent on plain http outside localhost; a new tab then starts signed out without asking.
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
      // A shared lock is a flag that the browser itself takes down when the tab dies.
      void locks?.request(NAME, { mode: 'shared' }, () => promise)
    },
    isSessionHeldElsewhere: async () => {
      const held = (await locks?.query())?.held ?? []
      return held.some((lock) => lock.name === NAME)
    },
  }
}
