// The app in this process with signed-in staff and the sample company's QuickBooks.
import { createConnectionStore } from '@invoice-desk/server/features/accounting/connection/connection-store'
import { startTestDesk } from '../app/test-desk.ts'
import { STAFF } from '../people.ts'
import { askSandbox, setFault } from '../sandbox/control.ts'
import { type Entity, writeBooks } from './books.ts'
import { connectCompany, HARBOR, NO_RATE } from './connect.ts'
import { pauseCopy, refreshCopy } from './copy.ts'

type FaultMode =
  | 'error'
  | 'timeout'
  | 'timeout-after'
  | 'cut'
  | 'cut-midway'
  | 'garble'
  | 'throttle'
  | 'expire-token'
type State = Record<string, Entity[]> & { oauth: Record<string, number> }

/** For files in which a service doesn't answer. Otherwise a call may take longer than this on a busy machine. */
export const SHORT_TIMEOUTS = { QBO_TIMEOUT_MS: '1000', PAYMENT_TIMEOUT_MS: '2000' }

export type Company = Awaited<ReturnType<typeof openCompany>>

export const openCompany = async (env: Record<string, string> = {}) => {
  const desk = await startTestDesk(env)
  const { idToken: token } = await desk.signIn(STAFF)
  const throwSwitch = (name: string, values: Record<string, unknown> = {}) =>
    askSandbox(desk.sandbox, 'POST', `/quickbooks/switches/${name}`, values)
  return {
    [Symbol.asyncDispose]: desk.close,
    desk,
    token,
    throwSwitch,
    state: async (): Promise<State> =>
      (await askSandbox<{ quickbooks: State }>(desk.sandbox, 'GET', '/state')).quickbooks,
    connect: async (realmId = HARBOR) => {
      await pauseCopy(desk)
      return connectCompany(desk, token, realmId)
    },
    /** Fills the app's copy of QuickBooks, or reads changes if it's filled. */
    refreshCopy: (options?: Parameters<typeof refreshCopy>[1]) => refreshCopy(desk, options),
    /** Resets the sandbox and reconnects the sample company, with an empty copy. */
    startOver: async () => {
      await desk.sandbox.reset()
      await throwSwitch('rate', NO_RATE)
      await pauseCopy(desk)
      const answer = await connectCompany(desk, token, HARBOR)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    },
    /** Writes to QuickBooks with the app's access token. */
    write: async (entity: string, body: Record<string, unknown>): Promise<Entity> => {
      const connection = await createConnectionStore(desk.desk.dependencies).find()
      const { apiUrl } = desk.desk.dependencies.config.quickbooks
      return writeBooks({ apiUrl, token: connection?.accessToken }, entity, body)
    },
    fault: (mode: FaultMode, match: string, times = 1) =>
      setFault(desk, { provider: 'quickbooks', mode, match, times }),
    clearFaults: () => askSandbox(desk.sandbox, 'DELETE', '/faults'),
  }
}
