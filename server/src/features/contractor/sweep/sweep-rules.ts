// Whether the sweep may delete anything: only from a store that is ours, and only if what no bill refers to is so
// little that crashes explain it. A database that is empty, older or another one makes orphans of everything.

/** A crash during a submission leaves one file, so these few are never a sign of a wrong database. */
const FEW = 5
/** Beyond this share, a wrong or older database is likelier than that many crashes. */
const SHARE_MAX = 0.1
/** Whatever their share, so many have another cause. It also bounds what one sweep keeps in memory. */
export const ORPHANS_MAX = 10_000

export type Found = {
  /** The id that the store carries; undefined when it carries none. */
  readonly marker: string | undefined
  /** The id that this database carries. */
  readonly installation: string
  /** All files that are old enough to have a row. */
  readonly files: number
  /** Those of them that no row refers to. */
  readonly orphans: number
  /** So many orphans are expected, an administrator has said. */
  readonly accepted: number
}

/** `adopt`: the store is new, or from before stores were marked. It becomes ours, and nothing is deleted yet. */
export type Verdict = 'sweep' | 'adopt' | StopReason
export const STOP_REASONS = ['other_installation', 'unknown_files'] as const
export type StopReason = (typeof STOP_REASONS)[number]

export const judgeSweep = (found: Found): Verdict => {
  const { marker, installation, orphans, accepted } = found
  if (marker !== undefined && marker !== installation) return 'other_installation'
  if (!isPlausible(found) && orphans > accepted) return 'unknown_files'
  return marker === undefined ? 'adopt' : 'sweep'
}

export const isPlausible = ({ files, orphans }: Pick<Found, 'files' | 'orphans'>): boolean => {
  if (orphans === 0) return true
  // The database knows none of them.
  if (orphans === files) return false
  return orphans <= FEW || (orphans <= ORPHANS_MAX && orphans <= files * SHARE_MAX)
}
