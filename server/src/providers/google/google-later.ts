// Sign-in as the desk holds it: its libraries are loaded with the first person who signs in.
import type { Config } from '../../config.ts'
import { later } from '../../later.ts'
import type { Google } from './google.ts'

export const createGoogleLater = (config: Config): Google =>
  later<Google>(['startSignIn', 'exchangeCode', 'verifyIdToken'], async () =>
    (await import('./google.ts')).createGoogle(config),
  )
