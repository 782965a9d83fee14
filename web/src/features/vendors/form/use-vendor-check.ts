// Whether QuickBooks has a vendor of the name in the form. Only the newest question counts.
import { useRef, useState } from 'react'
import { checkVendor } from '../api.ts'

export type Check = {
  readonly name: string
  readonly status: 'checking' | 'found' | 'not-found' | 'failed'
}

type Answer = Promise<boolean | undefined>

type VendorCheckOptions = {
  /** QuickBooks spells the name in another way than it was typed. */
  readonly onSpelling: (typed: string, spelled: string) => void
  readonly onFailed: (error: unknown) => void
}

export const useVendorCheck = ({ onSpelling, onFailed }: VendorCheckOptions) => {
  const [check, setCheck] = useState<Check>()
  // Stays while the next name is being checked, so that fields do not come and go with every letter.
  const [isNew, setIsNew] = useState(false)
  const asked = useRef<{ readonly name: string; readonly answer: Answer }>(undefined)

  const settle = (name: string, exists: boolean) => {
    asked.current = { name, answer: Promise.resolve(exists) }
    setCheck({ name, status: exists ? 'found' : 'not-found' })
    setIsNew(!exists)
  }

  const ask = async (name: string): Answer => {
    const isNewest = () => asked.current?.name === name
    try {
      const { exists, vendor } = await checkVendor(name)
      if (!isNewest()) return undefined
      const spelled = vendor?.name ?? name
      settle(spelled, exists)
      if (spelled !== name) onSpelling(name, spelled)
      return exists
    } catch (error) {
      if (!isNewest()) return undefined
      asked.current = undefined
      setCheck({ name, status: 'failed' })
      onFailed(error)
      return undefined
    }
  }

  /** True when QuickBooks has the vendor, false when not, undefined when there is no answer. */
  const run = (typed: string): Answer => {
    const name = typed.trim()
    if (asked.current?.name === name) return asked.current.answer
    setCheck({ name, status: 'checking' })
    const answer = ask(name)
    asked.current = { name, answer }
    return answer
  }

  return { check, isNew, run, settle }
}
