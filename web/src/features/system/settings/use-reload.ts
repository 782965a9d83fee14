// Loads the page again after a change that shapes every page, such as the logo in the header, and then says so.
import { useEffect, useState } from 'react'
import { keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { focusSetting } from './focus-setting.ts'

const MESSAGE = 'message after reload'

type Message = {
  readonly text: string
  /** The setting that the person was at. Without it, the page starts at its title. */
  readonly focus?: string
}

export const useReload = () => {
  const [message, setMessage] = useState<Message>()
  // In an effect: first, forms store or drop what was typed.
  useEffect(() => {
    if (!message) return
    keepDraft(MESSAGE, JSON.stringify(message))
    window.location.reload()
  }, [message])
  useEffect(() => {
    const told = readDraft(MESSAGE)
    if (told === '') return
    keepDraft(MESSAGE, '')
    const { text, focus } = JSON.parse(told) as Message
    if (focus) focusSetting(focus)
    else focusTitle()
    showToast('success', text)
  }, [])
  return { isReloading: message !== undefined, reload: setMessage }
}
