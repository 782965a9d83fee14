// Lets everybody else's requests go first for a moment.
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 4

/**
 * The embedded database works in this process and answers without leaving it, so a loop of queries would
 * never let the process turn to its connections. A request of another takes several such turns.
 */
export const giveWay = (): Promise<void> => sleep(PAUSE_MS)
