// One filter of a list, as the bar, the drawer and the chips show it.
import type { ReactNode } from 'react'

export type Filter = {
  readonly label: string
  /** What is chosen, in words; empty if nothing is. */
  readonly chosen: string
  /** The inputs of the filter. `done` closes the menu they are in. */
  readonly inputs: (done: () => void) => ReactNode
  readonly onClear: () => void
}
