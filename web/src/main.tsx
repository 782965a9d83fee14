// The pages begin here: session first, so that the first render already knows who is signed in.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.tsx'
import { startSession } from './features/identity/session/browser-session.ts'
import { styleNonce } from './shared/page-settings.ts'
import './shared/styles/mantine-base.css'
import './shared/styles/global.css'
import './shared/styles/first-view.css'
import './shared/styles/print.css'

// Dialogs lock the page's scrolling with a style element, which takes its nonce from this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
// The page's policy forbids code made of text, and a checker that tries it is reported.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

startSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the app')
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
