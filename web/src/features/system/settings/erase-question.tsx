// Asks before a change that erases files or messages, and says how many.
import type { countErasable } from '@invoice-desk/contract/system/business-settings'
import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '../../../shared/api/api.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { erasableQuery } from './api.ts'

type EraseQuestionProps = {
  /** The new settings that keep less than before. */
  readonly days: CallInput<typeof countErasable, 'query'>
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export const EraseQuestion = ({ days, onConfirm, onCancel }: EraseQuestionProps) => {
  const query = useQuery(erasableQuery(days))
  return (
    <ConfirmDialog
      title="Erase old data?"
      confirmLabel="Yes, Save"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <Loaded query={query}>
        {({ files, messages }) => (
          <p>
            With these settings, {textOf(days, { files, messages })} will be erased the next night,
            at about 3 AM. They can’t be restored, except from a backup. Until then, you can still
            change the settings.
          </p>
        )}
      </Loaded>
    </ConfirmDialog>
  )
}

const textOf = (
  { filesKeptDays, messagesKeptDays }: EraseQuestionProps['days'],
  { files, messages }: { readonly files: number; readonly messages: number },
): string =>
  [
    ...(filesKeptDays === undefined ? [] : [countOf(files, 'file')]),
    ...(messagesKeptDays === undefined ? [] : [countOf(messages, 'message')]),
  ].join(' and ')

const countOf = (count: number, name: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? name : `${name}s`}`
