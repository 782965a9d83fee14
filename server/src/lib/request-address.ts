// The address of the request that is being handled, for the audit log. Jobs have none.
import { AsyncLocalStorage } from 'node:async_hooks'

export const requestAddress = new AsyncLocalStorage<string>()
