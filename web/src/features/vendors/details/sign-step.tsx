// The second step of the vendor's form: everything once more, the certification and the signature.
import { NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import type { DetailsFormState } from './details-fields.ts'
import { DetailsSummary } from './details-summary.tsx'

const NO_BREAK = '\u00a0'

type SignStepProps = {
  readonly form: DetailsFormState
  readonly isBusy: boolean
}

export const SignStep = ({ form, isBusy }: SignStepProps) => {
  return (
    <Stack gap="xl">
      <DetailsSummary details={form.values} />
      <Stack component="section" aria-label="Certification">
        <Title order={3} fz="var(--font-body)">
          Certification
        </Title>
        <Certification />
        <Checkbox
          label={
            <>
              I certify this under penalties of perjury.
              <Text span c="var(--mantine-color-error)" aria-hidden>
                {NO_BREAK}*
              </Text>
            </>
          }
          required
          disabled={isBusy}
          {...form.getInputProps('isCertified', { type: 'checkbox' })}
        />
        <TextInput
          label="Your name"
          description="Typing your name signs this form."
          required
          autoComplete="name"
          maxLength={NAME_LENGTH_MAX}
          readOnly={isBusy}
          {...form.getInputProps('signedBy')}
        />
      </Stack>
    </Stack>
  )
}

/** Part II of form W-9. We ask for no FATCA code, because it's only for accounts outside the US. */
const Certification = () => (
  <div className={'stack sunken padded'}>
    <p>Under penalties of perjury, I certify that:</p>
    <ol className="bullets">
      <li>The tax ID on this form is my correct taxpayer identification number.</li>
      <li>
        I’m not subject to backup withholding, because I’m exempt from it, or the IRS hasn’t
        notified me that I’m subject to it for failing to report all interest or dividends, or the
        IRS has notified me that I’m no longer subject to it.
      </li>
      <li>I’m a US citizen or other US person.</li>
      <li>No FATCA exemption code applies to me.</li>
    </ol>
    <Text fz="sm" c="var(--muted)">
      The IRS doesn’t require your consent to anything in this form except the certifications needed
      to avoid backup withholding. If you can’t certify one of these, don’t send the form. Email{' '}
      <ContactLink /> instead.
    </Text>
  </div>
)
