// Which rows of the queue's own table are failed jobs that staff should see.

/** Used up their retries, and aren't the queue's own maintenance. */
export const IS_FAILED = `state = 'failed' AND name NOT LIKE '\\_\\_pgboss%'`
