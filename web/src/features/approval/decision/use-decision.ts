// What the approver can do now: the buttons, the open question or message box, and the keys.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { accountingStatus, type CheckedTask } from '../posting/accounting-check.ts'
import { useApprovalShortcuts } from '../queue/preferences.ts'
import {
  type AskingButton,
  type ButtonName,
  buttonsFor,
  isAsking,
  isBlocked,
  mainApproval,
} from './actions.ts'
import { draftedIn, forgetMessage } from './message-box.tsx'
import { useTaskActions } from './use-task-actions.ts'

export type DecisionProps = CheckedTask & { readonly onDecided: () => void }

export const useDecision = ({ task, check, onDecided }: DecisionProps) => {
  const { busy, problem, question, ...act } = useTaskActions({ task, check, onDecided })
  // Opens with a saved message, but takes focus only if the button was pressed.
  const [asking, setAsking] = useState(() => draftedIn(task))
  const [isPressed, setIsPressed] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const { match } = accountingStatus(check, task.details)
  const hasWarning = match === 'similar' || task.duplicates.length > 0
  const buttons = buttonsFor(task.actions, match)
  /** The button whose question or message box is open. */
  const box = question?.name ?? (asking && buttons.includes(asking) ? asking : undefined)
  useFocus(card, { busy, box })
  // On phones, the card leaves the bottom of the screen to make room for the problem.
  useEffect(() => {
    if (problem) card.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  const turnDown = async (name: AskingButton, message: string) => {
    if (!(await act.turnDown(name, message))) return
    forgetMessage(name, task)
    setAsking(undefined)
  }
  const press = (name: ButtonName) => {
    if (isAsking(name)) {
      setAsking(name)
      setIsPressed(true)
    } else if (name === 'add' || name === 'approve-and-add') act.addBill(name)
    else act.send(name)
  }
  // A similar bill leads to a question. About a duplicate, the approver presses the button deliberately.
  const approve = (name: ButtonName) =>
    hasWarning && match !== 'similar' ? findButton(card.current, name)?.focus() : press(name)
  const main = mainApproval(buttons)
  const isIdle = busy === undefined && box === undefined
  const isSeen = useIsSeen()
  const canApprove = main && isIdle && isSeen && !isBlocked(main, match)
  useApprovalShortcuts({
    a: canApprove ? () => approve(main) : undefined,
    r: buttons.includes('reject') && isIdle ? () => press('reject') : undefined,
    c: buttons.includes('request_changes') && isIdle ? () => press('request_changes') : undefined,
  })
  return {
    card,
    match,
    buttons,
    main,
    isSeen,
    hasWarning,
    busy,
    problem,
    box,
    question,
    takesFocus: isPressed,
    press,
    agree: act.agree,
    disagree: act.disagree,
    turnDown: (name: AskingButton, message: string) => void turnDown(name, message),
    cancelMessage: () => setAsking(undefined),
  }
}

/** A second press for the previous invoice must not approve this one. */
const SEEN_AFTER_MS = 700

const useIsSeen = (): boolean => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSeen
}

type Shown = { readonly busy: ButtonName | undefined; readonly box: ButtonName | undefined }

/** `box` is the button whose question or reason box is open. */
const useFocus = (card: RefObject<HTMLElement | null>, { busy, box }: Shown) => {
  const before = useRef<Shown>({ busy, box })
  useEffect(() => {
    const { busy: wasBusy, box: wasOpen } = before.current
    before.current = { busy, box }
    if (document.activeElement !== document.body) return
    const opener = wasOpen && !box ? findButton(card.current, wasOpen) : undefined
    if (opener) opener.focus({ preventScroll: true })
    else if ((wasBusy && !busy) || (wasOpen && !box))
      card.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [card, busy, box])
}

const findButton = (card: HTMLElement | null, name: ButtonName) =>
  card?.querySelector<HTMLElement>(`[data-action="${name}"]`)
