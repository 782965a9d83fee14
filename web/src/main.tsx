// The entry point. The session starts first, so the first render knows who is signed in.

// First, so the rules of modules win.
import './shared/styles/fonts.css'
import './shared/styles/tokens.css'
import './shared/styles/mantine-base.css'
import './shared/styles/global.css'
import './shared/styles/vocabulary.css'
import './shared/styles/page.css'
import './shared/styles/brand.css'
import './shared/styles/print.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { router } from './app/router.ts'
import { startSession } from './features/identity/session/browser-session.ts'
import { pageNonce } from './shared/api/page-settings.ts'

// Dialogs lock scrolling with a style element, which reads its nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: pageNonce() })
// The content security policy forbids eval, so Zod must not try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

startSession()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
