// The browser asks before the tab closes or loads another document.
import { useEffect } from 'react'

export const useConfirmLeave = (isActive: boolean) =>
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
