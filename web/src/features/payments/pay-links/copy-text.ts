// Copies text to the clipboard, and says whether that worked.
import { showToast } from '../../../shared/toasts.ts'

/** `field` has the text too, for browsers that keep the clipboard from scripts. */
export const copyText = async (text: string, field: HTMLInputElement | null): Promise<void> => {
  const isCopied = await write(text).catch(() => copySelected(field))
  if (isCopied) showToast('success', 'Link copied.')
  else showToast('warning', "Your browser didn't allow that. Copy the link from the field.")
}

const copySelected = (field: HTMLInputElement | null): boolean => {
  field?.select()
  return field !== null && document.execCommand('copy')
}

/** Browsers have no clipboard for a page without HTTPS. */
const write = async (text: string): Promise<true> => {
  await navigator.clipboard.writeText(text)
  return true
}
