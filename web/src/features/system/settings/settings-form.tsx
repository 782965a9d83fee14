// The form for everything that administrators can set about the business.
import type { SettingsView } from '@invoice-desk/contract/system/business-settings'
import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { keepDraft, readDraft } from '../../../shared/drafts/drafts.ts'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { LeaveGuard } from '../../../shared/ui/dialog/leave-guard.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { saveSettingsMutation } from './api.ts'
import { BrandingCard } from './branding-card.tsx'
import { BusinessCard } from './business-card.tsx'
import { focusSetting } from './focus-setting.ts'
import { PaymentsCard } from './payments-card.tsx'
import { ApprovalsCard, PurchasesCard, RetentionCard } from './policy-cards.tsx'
import { EraseQuestion, SaveBar } from './save-bar.tsx'
import { fieldAt, problemsOf, settingsToSave, shortened } from './setting-fields.ts'
import classes from './settings.module.css'
import { useSettingsForm } from './use-settings-form.ts'

const fieldIn = (error: unknown) => fieldAt(error instanceof ApiError ? error.field : undefined)

export const SettingsForm = ({ view }: { view: SettingsView }) => {
  const save = useMutation(saveSettingsMutation(useQueryClient()))
  const form = useSettingsForm(view)
  const { isReloading, reload } = useReload()
  const [toErase, setToErase] = useState<ReturnType<typeof shortened>>()
  const isBusy = save.isPending || isReloading
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const problems = problemsOf(form.values)
    form.showProblems(problems)
    if (Object.keys(problems).length > 0) return
    const less = shortened(form.current, form.values)
    if (Object.keys(less).length > 0) setToErase(less)
    else send()
  }
  const send = () => {
    setToErase(undefined)
    save.mutate(
      { settings: settingsToSave(view, form.values, form.changed), version: view.version },
      {
        onSuccess: () => {
          form.clear()
          reload({ text: 'Settings saved' })
        },
        onError: (error) => {
          const field = fieldIn(error)
          if (field) form.showProblems({ [field]: error.message })
        },
      },
    )
  }
  const isDirty = form.changed.length > 0
  return (
    <form className={classes.form} noValidate onSubmit={submit} aria-label="Settings">
      <LeaveGuard active={isDirty && !isBusy} />
      <Stack gap="var(--gap)">
        <BusinessCard form={form} />
        <BrandingCard form={form} onLogoChanged={(text) => reload({ text, focus: 'logo' })} />
        <ApprovalsCard form={form} />
        <PaymentsCard form={form} />
        <PurchasesCard form={form} />
        <RetentionCard form={form} />
        {isDirty || isBusy ? (
          <SaveBar
            form={form}
            error={fieldIn(save.error) ? null : save.error}
            isBusy={isBusy}
            onDiscard={() => {
              form.clear()
              save.reset()
              focusTitle()
            }}
          />
        ) : null}
        {toErase ? (
          <EraseQuestion days={toErase} onConfirm={send} onCancel={() => setToErase(undefined)} />
        ) : null}
      </Stack>
    </form>
  )
}

const MESSAGE = 'message after reload'

type Message = {
  readonly text: string
  /** The setting that the person was at. Without it, the page starts at its title. */
  readonly focus?: string
}

/** Loads the page again after a change that shapes every page, such as the logo in the header, and then says so. */
const useReload = () => {
  const [message, setMessage] = useState<Message>()
  // In an effect: first, forms store or drop what was typed.
  useEffect(() => {
    if (!message) return
    keepDraft(MESSAGE, JSON.stringify(message))
    window.location.reload()
  }, [message])
  useEffect(() => {
    const told = readDraft(MESSAGE)
    if (told === '') return
    keepDraft(MESSAGE, '')
    const { text, focus } = JSON.parse(told) as Message
    if (focus) focusSetting(focus)
    else focusTitle()
    showToast('success', text)
  }, [])
  return { isReloading: message !== undefined, reload: setMessage }
}
