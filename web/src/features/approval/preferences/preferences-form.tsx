// The form for how an approver hears about invoices, and who acts for them while they're away.
import { absenceDays, type Preferences } from '@invoice-desk/contract/approval/preferences'
import { Checkbox, Group, Radio, Select, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { useKeptForm } from '../../../shared/drafts/use-kept-form.ts'
import { NOTICE_CHOICES } from '../../../shared/text/notice-choices.ts'
import { today } from '../../../shared/text/today.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { ChangedNotice } from '../../../shared/ui/feedback/changed-notice.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { KeptNotice } from '../../../shared/ui/form/kept-notice.tsx'
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
  // What the person saw, so a newer version isn't replaced unseen. Saving again replaces it.
  const [seen, setSeen] = useState(preferences.version)
  const isChanged = save.error instanceof ApiError && save.error.is('changed_meanwhile')
  const version = isChanged ? preferences.version : seen
  const form = useForm({
    initialValues: fieldsOf(preferences, today()),
    validate: (fields) => problemsOf(fields, today()),
    validateInputOnBlur: true,
  })
  const kept = useKeptForm(`preferences of ${preferences.email}`, form, { version })
  const refused = fieldAt(save.error instanceof ApiError ? save.error.field : undefined)
  const focusOn = (fields: readonly string[]) =>
    form
      .getInputNode(['firstDay', 'lastDay', 'delegate'].find((f) => fields.includes(f)) ?? '')
      ?.focus()
  const submit = form.onSubmit(
    (fields) => {
      if (save.isPending) return
      const { email } = preferences
      save.mutate(
        { email, version, notices: fields.notices, absence: absenceFrom(fields) },
        {
          onSuccess: (saved) => {
            setSeen(saved.version)
            form.resetDirty(fields)
            showToast('success', 'Preferences saved')
          },
          onError: (error) => {
            const field = fieldAt(error instanceof ApiError ? error.field : undefined)
            if (!field) return
            form.setFieldError(field, error.message)
            focusOn([field])
          },
        },
      )
    },
    (problems) => focusOn(Object.keys(problems)),
  )
  return (
    <form noValidate onSubmit={submit}>
      <LeaveGuard active={form.isDirty() && !save.isPending} />
      <Stack gap="var(--gap)">
        {isChanged ? null : <KeptNotice kept={kept} />}
        {isChanged ? (
          <ChangedNotice
            onLoadSaved={() => {
              form.setValues(fieldsOf(preferences, today()))
              setSeen(preferences.version)
              save.reset()
            }}
          >
            <p>{save.error?.message}</p>
          </ChangedNotice>
        ) : null}
        {save.error && !refused && !isChanged ? <Problem error={save.error} /> : null}
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
