// How an approver likes to work, kept in this browser.
import { useLocalStorage } from '@mantine/hooks'
import { useShortcuts } from '../../../shared/use-shortcuts.ts'

const useChoice = (key: string, defaultValue: boolean) =>
  useLocalStorage<boolean>({ key, defaultValue, getInitialValueInEffect: false })

/** Whether a decision opens the next pending invoice. */
export const useGoesOn = () => useChoice('approval-goes-on', false)

/** People who use speech input or a sticky keyboard may need to turn single keys off. */
export const useHasShortcuts = () => useChoice('approval-shortcuts', true)

export const useApprovalShortcuts: typeof useShortcuts = (actions) => {
  const [isOn] = useHasShortcuts()
  useShortcuts(isOn ? actions : {})
}
