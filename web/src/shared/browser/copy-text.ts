// Copies text to the clipboard, and says whether that worked.
import { notifications } from '@mantine/notifications'
import { showToast } from '../ui/feedback/toasts.ts'

let toast: string | undefined

/** `shown` is the element with the text, for browsers that keep the clipboard from scripts. `name` starts with a capital. */
export const copyText = async (
  text: string,
  shown: HTMLElement | null,
  name: string,
): Promise<void> => {
  const isCopied = await write(text).catch(() => copySelected(shown))
  // Only the last copy is in the clipboard.
  if (toast) notifications.hide(toast)
  toast = isCopied
    ? showToast('success', `${name} copied.`)
    : showToast(
        'warning',
        `Your browser didn't allow that. Select the ${inSentence(name)} and copy it.`,
      )
}

/** `Port with STARTTLS` as `port with STARTTLS`. */
export const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const copySelected = (shown: HTMLElement | null): boolean => {
  if (!shown) return false
  if (shown instanceof HTMLInputElement) shown.select()
  else window.getSelection()?.selectAllChildren(shown)
  return document.execCommand('copy')
}

/** Browsers have no clipboard for a page without HTTPS. */
const write = async (text: string): Promise<true> => {
  await navigator.clipboard.writeText(text)
  return true
}
