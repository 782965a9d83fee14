// What staff decide about a vendor's details, and sending the decision. Choices are kept until it's saved.
import { useForm } from '@mantine/form'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { useFormDraft } from '../../../../shared/drafts/use-form-draft.ts'
import { useGo } from '../../../../shared/navigation/app-link.tsx'
import { focusTitle } from '../../../../shared/navigation/focus-title.ts'
import { showToast } from '../../../../shared/ui/feedback/toasts.ts'
import { fieldAmong, refusedField } from '../../../../shared/ui/form/field-problems.ts'
import { useTab } from '../../tabs/tab.ts'
import { type Reviewed, useAccept, useSendBack } from '../api.ts'
import { defaultChoice, defaultTracking, NEW } from './review-choice.ts'

export const useReview = ({ invitation, details, mapping, similar }: Reviewed) => {
  const accept = useAccept()
  const sendBack = useSendBack()
  const leave = useLeave()
  const form = useForm({
    initialValues: {
      choice: defaultChoice(similar),
      name: details.businessName || details.legalName,
      qbBillAccount: mapping?.qb_bill_account ?? '',
      tracking: '' as '' | 'yes' | 'no',
    },
  })
  const { id, version } = invitation
  // What changed since needs a new decision.
  const draft = useFormDraft(`review of ${id} ${version} ${mapping?.version}`, form)
  const { choice, name, qbBillAccount, tracking } = form.values
  const chosen = similar.find(({ id }) => id === choice)
  // Until staff decide, it follows the chosen vendor.
  const track1099 = tracking ? tracking === 'yes' : defaultTracking(details, mapping, chosen)
  const decided = { id, version }

  const showOnField = (error: Error) => {
    const field = fieldOf(error)
    if (!field) return
    form.setFieldError(field, error.message)
    form.getInputNode(field)?.focus()
  }

  return {
    form,
    draft,
    chosen,
    track1099,
    setTracking: (isTracked: boolean) => form.setFieldValue('tracking', isTracked ? 'yes' : 'no'),
    isBusy: accept.isPending || sendBack.isPending,
    /** The error of the whole review, not of one field. */
    error: fieldOf(accept.error) ? sendBack.error : (accept.error ?? sendBack.error),
    accept: () => {
      form.clearErrors()
      sendBack.reset()
      // Never creates a vendor instead of updating one.
      if (!chosen && choice !== NEW) return form.setFieldError('choice', 'Choose a vendor.')
      // As this person saw them, so nothing else is changed.
      const seen = { name: chosen?.name ?? name, mappingVersion: mapping?.version ?? 0 }
      accept.mutate(
        {
          ...decided,
          ...seen,
          ...(chosen && { vendorId: chosen.id }),
          qbBillAccount,
          track1099,
        },
        {
          onSuccess: (saved) => leave(acceptedText(saved, chosen?.name ?? name.trim())),
          onError: showOnField,
        },
      )
    },
    sendBack: (reason: string, onSent: () => void) => {
      accept.reset()
      sendBack.mutate(
        { ...decided, reason },
        {
          onSuccess: () => {
            onSent()
            leave(`We asked ${invitation.email} to correct the details`)
          },
        },
      )
    },
  }
}

/** Back to the list, which no longer has the button that led here. */
const useLeave = () => {
  const go = useGo()
  const { addressOf } = useTab()
  return (text: string) => {
    showToast('success', text)
    go(addressOf('invitations'))
    setTimeout(focusTitle)
  }
}

const acceptedText = (saved: { readonly isNew: boolean } | undefined, name: string) =>
  `${name} is ${saved?.isNew ? 'in' : 'up to date in'} QuickBooks, and its email is mapped`

const fieldOf = (error: unknown): 'name' | 'qbBillAccount' | undefined =>
  error instanceof ApiError && error.is('qbo_name_taken')
    ? 'name'
    : refusedField(error, fieldAmong(['name', 'qbBillAccount']))
