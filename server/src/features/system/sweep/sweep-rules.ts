// Decides whether the sweep may delete files: only in our own store, and only if crashes can explain the number of
// orphans. With an empty, older or wrong database, every file looks like an orphan.

/** A crash while a file is stored leaves it, so this few are never suspicious. */
const FEW = 5
/** Above this share, a wrong or older database is more likely than that many crashes. */
const SHARE_MAX = 0.1
/** More than crashes can leave, regardless of the share. It also limits what one sweep keeps in memory. */
export const ORPHANS_MAX = 10_000

export type Found = {
  /** The installation id in the store; undefined when it has none. */
  readonly marker: string | undefined
  /** The installation id in the database. */
  readonly installation: string
  /** Files old enough to have a row. */
  readonly files: number
  /** Files without a row. */
  readonly orphans: number
  /**
   * Whether the database knows files that were erased again, as the mail relay's are once they're sent and invoices' when
   * the settings say so. Then the only files in the store may well be those that crashes left.
   */
  readonly knowsErased: boolean
  /** The number of orphans that an administrator expects. */
  readonly accepted: number
}

/** `adopt`: the store has no marker yet. We mark it as ours and delete nothing this time. */
export type Verdict = 'sweep' | 'adopt' | StopReason
export const STOP_REASONS = ['other_installation', 'unknown_files'] as const
export type StopReason = (typeof STOP_REASONS)[number]

export const judgeSweep = (found: Found): Verdict => {
  const { marker, installation, orphans, accepted } = found
  if (marker !== undefined && marker !== installation) return 'other_installation'
  if (!isPlausible(found) && orphans > accepted) return 'unknown_files'
  return marker === undefined ? 'adopt' : 'sweep'
}

export const isPlausible = ({
  files,
  orphans,
  knowsErased,
}: Pick<Found, 'files' | 'orphans' | 'knowsErased'>): boolean => {
  if (orphans === 0) return true
  if (orphans === files && !knowsErased) return false
  return orphans <= FEW || (orphans <= ORPHANS_MAX && orphans <= files * SHARE_MAX)
}
