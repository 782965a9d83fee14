// Lets other requests run during a long import or export.
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 4

/**
 * The embedded database runs in this process, so a loop of queries would never let the event loop serve connections. A
 * request needs several turns of it.
 */
export const yieldToRequests = (): Promise<void> => sleep(PAUSE_MS)
