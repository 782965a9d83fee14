// The steps of the vendor's form as browser history, so that the browser's Back button leads from the second to the first.
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Step } from './details-fields.ts'

/** The second step's history entry. It holds nothing that was typed. */
const SIGN: Step = 'sign'

export const useSteps = () => {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isAtSign = state === SIGN
  // Not after a reload, and not if the browser's Forward button skips the check of the first step.
  const [isChecked, setIsChecked] = useState(false)
  useEffect(() => {
    if (!isAtSign) setIsChecked(false)
  }, [isAtSign])
  const step: Step = isAtSign && isChecked ? 'sign' : 'enter'
  return {
    step,
    sign: () => {
      setIsChecked(true)
      if (!isAtSign) void navigate('.', { state: SIGN })
    },
    goBack: () => void navigate(-1),
  }
}
