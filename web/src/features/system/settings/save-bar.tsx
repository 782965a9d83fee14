// The bar that saves or discards the changes. It also says why saving failed, so people see it wherever they scrolled.

import type { countErasable } from '@invoice-desk/contract/system/business-settings'
import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CallInput } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/text/count-text.ts'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { FootBar } from '../../../shared/ui/form/foot-bar.tsx'
import { erasableQuery } from './api.ts'
import type { SettingsCardProps } from './setting.tsx'
import { SETTING_LABELS } from './setting-fields.ts'

type SaveBarProps = SettingsCardProps & {
  readonly error: Error | null
  readonly isBusy: boolean
  readonly onDiscard: () => void
}

export const SaveBar = ({ form, error, isBusy, onDiscard }: SaveBarProps) => {
  const isChanged = error instanceof ApiError && error.is('changed_meanwhile')
  return (
    <FootBar className="row between" label="Unsaved changes">
      {isBusy ? (
        <Text fw={550}>Saving...</Text>
      ) : isChanged || form.changedByBoth.length > 0 ? (
        <ChangedByOther form={form} />
      ) : error ? (
        <Problem error={error} />
      ) : (
        <Text fw={550}>
          {form.isRestored ? 'We kept what you entered.' : 'You have unsaved changes.'}
        </Text>
      )}
      <Group gap="sm" ml="auto">
        <Button variant="default" disabled={isBusy} onClick={onDiscard}>
          Discard
        </Button>
        <BusyButton type="submit" isBusy={isBusy} announced="Saving settings...">
          Save settings
        </BusyButton>
      </Group>
    </FootBar>
  )
}

const ChangedByOther = ({ form }: SettingsCardProps) => {
  const both = form.changedByBoth.map((name) => SETTING_LABELS[name]).join(', ')
  return (
    <Notice tone="warning">
      <p>
        Someone else changed the settings while you were working. Check the fields and save again.
        {both ? ` You and someone else both changed: ${both}.` : null}
      </p>
    </Notice>
  )
}

type EraseQuestionProps = {
  /** The new settings that keep less than before. */
  readonly days: CallInput<typeof countErasable, 'query'>
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Asks before a change that erases files or messages, and says how many. */
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
    ...(filesKeptDays === undefined ? [] : [counted(files, 'file')]),
    ...(messagesKeptDays === undefined ? [] : [counted(messages, 'message')]),
  ].join(' and ')
