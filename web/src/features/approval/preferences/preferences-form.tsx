// The form for how an approver hears about invoices, and who acts for them while they're away.
import { absenceDays, type Preferences } from '@invoice-desk/contract/approval/preferences'
import { Checkbox, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NOTICE_CHOICES } from '../../../shared/text/notice-choices.ts'
import { today } from '../../../shared/text/today.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { DraftNotice, SaveProblem } from '../../../shared/ui/form/draft-notice.tsx'
import { refusedField } from '../../../shared/ui/form/field-problems.ts'
import { useRecordForm } from '../../../shared/ui/form/use-record-form.ts'
import { savePreferencesMutation } from './api.ts'
import {
  absenceFrom,
  fieldAt,
  fieldsOf,
  type PreferenceFields,
  problemsOf,
} from './preference-fields.ts'

type Form = UseFormReturnType<PreferenceFields>

type PreferencesFormProps = {
  readonly preferences: Preferences
  /** Undefined for the person's own. */
  readonly person: string | undefined
}

export const PreferencesForm = ({ preferences, person }: PreferencesFormProps) => {
  const save = useMutation(savePreferencesMutation(useQueryClient(), person))
  const { email } = preferences
  const record = useRecordForm({
    name: `preferences of ${email}`,
    version: preferences.version,
    values: fieldsOf(preferences, today()),
    validate: (fields) => problemsOf(fields, today()),
    validateInputOnBlur: true,
    save,
    fieldOf: (error) => refusedField(error, fieldAt),
  })
  const { form, version = preferences.version } = record
  const submit = record.submit((fields) =>
    save.mutate(
      {
        email,
        version,
        notices: fields.notices,
        absence: absenceFrom(fields),
      },
      {
        onSuccess: (saved) => {
          record.setSeen(saved.version)
          form.resetDirty(fields)
          showToast('success', 'Preferences saved')
        },
        onError: record.showRefusal,
      },
    ),
  )
  return (
    <form noValidate onSubmit={submit}>
      <LeaveGuard active={form.isDirty() && !save.isPending} />
      <Stack gap="var(--gap)">
        {record.isConflict ? null : <DraftNotice draft={record.draft} />}
        <SaveProblem record={record} />
        <ActsFor people={preferences.actsFor} isOwn={person === undefined} />
        <NoticesCard form={form} />
        <AwayCard form={form} delegates={preferences.delegates} />
        <Group>
          <BusyButton type="submit" isBusy={save.isPending} announced="Saving preferences...">
            Save preferences
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

const ActsFor = ({ people, isOwn }: { people: Preferences['actsFor']; isOwn: boolean }) =>
  people.map(({ email, name, ...absence }) => (
    <Notice key={email} tone="info">
      {isOwn ? "You're" : 'This person is'} the delegate of {name || email} for{' '}
      {absenceDays(absence)}.
    </Notice>
  ))

const NoticesCard = ({ form }: { form: Form }) => (
  <Card title="Emails">
    <Radio.Group
      label="Send emails about invoices that need approval"
      {...form.getInputProps('notices')}
    >
      <Stack gap="sm" mt="xs">
        {NOTICE_CHOICES.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Stack>
    </Radio.Group>
  </Card>
)

const AwayCard = ({ form, delegates }: { form: Form; delegates: Preferences['delegates'] }) => (
  <Card title="Absence">
    <Stack gap="sm">
      <Checkbox
        label="Plan an absence"
        description="On these days, the delegate gets the emails about invoices and can approve them instead. The history shows that they approved on your behalf."
        {...form.getInputProps('isAway', { type: 'checkbox' })}
      />
      {form.values.isAway ? (
        <Group align="flex-start" gap="sm">
          <TextInput
            type="date"
            label="First day"
            required
            flex="0 1 11rem"
            {...form.getInputProps('firstDay')}
          />
          <TextInput
            type="date"
            label="Last day"
            required
            min={form.values.firstDay}
            flex="0 1 11rem"
            {...form.getInputProps('lastDay')}
          />
          <Select
            label="Delegate"
            required
            searchable
            placeholder="Choose a person"
            flex="1 1 16rem"
            nothingFoundMessage="No one with this name can approve invoices."
            comboboxProps={{ withinPortal: false, shadow: 'md' }}
            data={delegates.map(({ email, name }) => ({
              value: email,
              label: name ? `${name} (${email})` : email,
            }))}
            {...form.getInputProps('delegate')}
            value={form.values.delegate || null}
            onChange={(email) => form.setFieldValue('delegate', email ?? '')}
          />
        </Group>
      ) : null}
    </Stack>
  </Card>
)
