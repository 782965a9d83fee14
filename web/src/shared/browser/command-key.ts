// The key for shortcuts that also work in text fields: Command on Apple's devices, Control elsewhere.

const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** As people know it: `⌘K` or `Ctrl K`. */
export const commandText = (key: string): string => (isApple ? `⌘${key}` : `Ctrl ${key}`)

/** For `aria-keyshortcuts`. */
export const commandShortcut = (key: string): string => `${isApple ? 'Meta' : 'Control'}+${key}`

export const hasCommandKey = (
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean => {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const [command, other] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return command && !other && !altKey && !shiftKey
}
