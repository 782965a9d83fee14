// The bar that saves or discards the changes. It also says why saving failed, so people see it wherever they scrolled.
import { Button, Group, Text } from '@mantine/core'
import { ApiError } from '../../../shared/api/api-error.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { FootBar } from '../../../shared/ui/form/foot-bar.tsx'
import type { SettingsCardProps } from './setting.tsx'
import { SETTING_LABELS } from './setting-fields.ts'
import classes from './settings.module.css'

type SaveBarProps = SettingsCardProps & {
  readonly error: Error | null
  readonly isBusy: boolean
  readonly onDiscard: () => void
}

export const SaveBar = ({ form, error, isBusy, onDiscard }: SaveBarProps) => {
  const isChanged = error instanceof ApiError && error.is('changed_meanwhile')
  return (
    <FootBar className={classes.bar ?? ''} label="Unsaved changes">
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
      <Group gap="sm">
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
