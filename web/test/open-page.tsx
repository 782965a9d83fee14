// Opens a page of the app inside a test, with answers that the test chooses instead of a server.

// First, so the rules of modules win.
import '../src/shared/styles/fonts.css'
import '../src/shared/styles/tokens.css'
import '../src/shared/styles/mantine-base.css'
import '../src/shared/styles/global.css'
import '../src/shared/styles/vocabulary.css'
import '../src/shared/styles/page.css'
import '../src/shared/styles/brand.css'
import '../src/shared/styles/print.css'

import { notifications } from '@mantine/notifications'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished } from 'vitest'
import { followRouter } from '../src/app/follow-router.ts'
import { Providers } from '../src/app/providers.tsx'
import { routes } from '../src/app/routes.tsx'
import { session } from '../src/features/identity/session/browser-session.ts'
import { openSessionTabs } from '../src/features/identity/session/session-tabs.ts'
import { setCredentials } from '../src/shared/api/credentials.ts'
import { QueryScope } from '../src/shared/api/queries.tsx'
import { trail } from '../src/shared/navigation/previous-path.ts'
import { type Answers, answerRequests, type Sent } from './answers.ts'
import { type Person, STAFF } from './people.ts'

const HOUR_S = 3_600

const otherTab = openSessionTabs()

type Options = {
  /** Who is signed in; by default someone on the staff, and no one with `null`. */
  readonly as?: Person | null
  /** In addition to what every page of staff asks for. */
  readonly answers?: Answers
  /** What the browser has in its local storage. */
  readonly stored?: Readonly<Record<string, string>>
}

export type OpenPage = {
  /** The requests so far. */
  readonly sent: readonly Sent[]
  /** Changes answers from now on. */
  answer(answers: Answers): void
  /** What the tab stored stays. */
  reload(): Promise<void>
}

let close = async () => {}

export const openPage = async (path: string, options: Options = {}): Promise<OpenPage> => {
  await close()
  // Not in a hook of this module, which all files of a worker load only once.
  onTestFinished(() => close())
  const { as = STAFF, answers = {}, stored = {} } = options
  const requests = answerRequests(answers)
  for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text)
  await signIn(as)
  window.history.pushState({ key: String(Date.now()) }, '', path)
  let hide = show()
  close = async () => {
    close = async () => {}
    hide()
    await signOut()
    localStorage.clear()
    expect(requests.stop(), 'requests without an answer').toEqual([])
  }
  const reload = async () => {
    // A form that is closed on purpose forgets what was typed.
    setCredentials(undefined)
    hide()
    await restoreSession()
    hide = show()
  }
  return { sent: requests.sent, answer: requests.change, reload }
}

/** Returns a function that ends it. */
const show = () => {
  const place = document.createElement('div')
  place.id = 'root'
  document.body.append(place)
  const router = createBrowserRouter(routes)
  followRouter(router)
  const root = createRoot(place)
  root.render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return () => {
    root.unmount()
    router.dispose()
    notifications.clean()
    notifications.cleanQueue()
    place.remove()
    for (const key of ['path', 'from', 'end'] as const) delete trail[key]
  }
}

/** As after a sign-in in this tab. */
const signIn = async (person: Person | null) => {
  await signOut()
  if (person) {
    const exp = Math.floor(Date.now() / 1_000) + HOUR_S
    const auth = { ...person, idToken: 'id-token', accessToken: 'access-token', exp }
    sessionStorage.setItem('invoice-desk.auth', JSON.stringify({ ...auth, timestamp: Date.now() }))
  }
  await restoreSession()
}

const restoreSession = async () => {
  forgetResponses()
  await session.start()
}

/** As in another tab, so nothing is sent. */
const signOut = async () => {
  if (session.getState().status === 'signed-in') {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = session.subscribe(resolve)
    otherTab.post({ type: 'signed-out', atMs: Number.POSITIVE_INFINITY })
    await promise
    stop()
  }
  sessionStorage.clear()
}

/** The cache of responses belongs to a person, so another one empties it. */
const forgetResponses = () => {
  const root = createRoot(document.createElement('div'))
  setCredentials({ subject: crypto.randomUUID(), token: '' })
  flushSync(() => root.render(<QueryScope>{null}</QueryScope>))
  root.unmount()
  setCredentials(undefined)
}
