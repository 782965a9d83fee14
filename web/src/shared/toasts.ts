// Toasts: short messages at the top of the screen. Their UI code loads with the first one.

export type ToastKind = 'success' | 'info' | 'warning' | 'error'
export type Toast = {
  readonly kind: ToastKind
  readonly text: string
  /** The page shows the same error in place, so the toast may close on its own. */
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

/** Called on a new attempt: earlier errors no longer apply. */
export const closeErrorToasts = () => {
  waiting = waiting.filter(({ kind }) => kind !== 'error')
  drawer?.closeErrors()
}

/** How many toasts wait for the UI code. */
export const countWaitingToasts = (): number => waiting.length

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Registers the UI and shows the toasts that waited for it. */
export const drawToastsWith = (given: Drawer) => {
  drawer = given
  for (const toast of waiting) given.show(toast)
  waiting = []
}
