// How an approver likes to work, kept in this browser.
import { useSyncExternalStore } from 'react'
import { useShortcuts } from '../../../shared/browser/use-shortcuts.ts'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson } from '../../../shared/drafts/stored-json.ts'

const storage = openStorage(() => window.localStorage)
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const useChoice = (key: string, first: boolean) => {
  const kept = useSyncExternalStore(subscribe, () => storage.getItem(key))
  const choose = (isOn: boolean) => {
    keepJson(storage, key, isOn)
    for (const listener of listeners) listener()
  }
  return [kept === null ? first : kept === 'true', choose] as const
}

/** Whether a decision opens the next pending invoice. */
export const useAutoAdvance = () => useChoice('approval-goes-on', false)

/** People who use speech input or a sticky keyboard may need to turn single keys off. */
export const useHasShortcuts = () => useChoice('approval-shortcuts', true)

export const useApprovalShortcuts: typeof useShortcuts = (actions) => {
  const [isOn] = useHasShortcuts()
  useShortcuts(isOn ? actions : {})
}
