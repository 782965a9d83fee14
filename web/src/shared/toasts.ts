// Short messages at the top of the screen. The code that draws them loads with the first one.

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type Toast = {
  readonly kind: ToastKind
  readonly text: string
  /** The page says the same where it happened, so an error need not stay to be read. */
  readonly isInPageToo?: boolean
}

type Drawer = {
  show(toast: Toast): void
  closeErrors(): void
}

let waiting: Toast[] = []
let drawer: Drawer | undefined
const listeners = new Set<() => void>()

export const showToast = (
  kind: ToastKind,
  text: string,
  { isInPageToo = false }: Pick<Toast, 'isInPageToo'> = {},
) => {
  const toast = { kind, text, isInPageToo }
  if (drawer) return drawer.show(toast)
  waiting.push(toast)
  for (const listener of listeners) listener()
}

/** Errors stay until they are read; a new try makes them a thing of the past. */
export const closeErrorToasts = () => {
  waiting = waiting.filter(({ kind }) => kind !== 'error')
  drawer?.closeErrors()
}

/** How many could not be drawn yet, for the place that will show them. */
export const countWaitingToasts = (): number => waiting.length

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes over the drawing, beginning with those that had to wait. */
export const drawToastsWith = (given: Drawer) => {
  drawer = given
  for (const toast of waiting) given.show(toast)
  waiting = []
}
