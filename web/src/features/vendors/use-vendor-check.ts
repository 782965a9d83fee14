// Whether QuickBooks has a vendor of the name in the form. Only the newest question counts.
import { useRef, useState } from 'react'
import { checkVendor } from './api.ts'

export type CheckStatus = 'checking' | 'found' | 'not-found' | 'failed'
export type Check = { readonly name: string; readonly status: CheckStatus }

type Asked = { readonly name: string; readonly answer: Promise<string | null | undefined> }

type VendorCheckOptions = {
  /** QuickBooks' own spelling of the name. */
  readonly onFound: (name: string, spelled: string) => void
  readonly onFailed: (error: unknown) => void
}

export const useVendorCheck = ({ onFound, onFailed }: VendorCheckOptions) => {
  const [check, setCheck] = useState<Check>()
  // Stays while the next name is being checked, so that fields do not come and go with every letter.
  const [isNew, setIsNew] = useState(false)
  const asked = useRef<Asked>(undefined)

  const ask = async (name: string): Promise<string | null | undefined> => {
    setCheck({ name, status: 'checking' })
    try {
      const { exists, vendor } = await checkVendor(name)
      if (asked.current?.name !== name) return undefined
      const spelled = exists ? (vendor?.name ?? name) : null
      settle(spelled ?? name, exists)
      if (spelled !== null && spelled !== name) onFound(name, spelled)
      return spelled
    } catch (error) {
      if (asked.current?.name !== name) return undefined
      asked.current = undefined
      setCheck({ name, status: 'failed' })
      onFailed(error)
      return undefined
    }
  }

  const settle = (name: string, exists: boolean) => {
    asked.current = { name, answer: Promise.resolve(exists ? name : null) }
    setCheck({ name, status: exists ? 'found' : 'not-found' })
    setIsNew(!exists)
  }

  /** The vendor's name in QuickBooks, null when it has none, undefined when there is no answer. */
  const run = (typed: string): Promise<string | null | undefined> => {
    const name = typed.trim()
    if (name === '') return Promise.resolve(undefined)
    if (asked.current?.name === name) return asked.current.answer
    const entry: Asked = { name, answer: Promise.resolve(undefined) }
    asked.current = entry
    const answer = ask(name)
    if (asked.current === entry) asked.current = { name, answer }
    return answer
  }

  return { check, isNew, run, settle }
}
