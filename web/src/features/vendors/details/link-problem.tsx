// Shown if the page was opened without a link, or with one that doesn't work.
import { VENDOR_DETAILS_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { Stack, Title } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'

export type LinkProblemKind = 'missing' | 'invalid' | 'expired'

const TEXTS = {
  missing: {
    title: 'Open the link in your email',
    text: 'This page needs the link from our invitation email. If you closed it, open the email and choose the link again.',
  },
  invalid: {
    title: 'This link isn’t valid',
    text: 'Part of it may be missing, or a newer email has replaced it. Open the link in the latest email from us.',
  },
  expired: {
    title: 'This link has expired',
    text: `For your security, a link works for ${VENDOR_DETAILS_DAYS_MAX} days.`,
  },
} as const satisfies Record<LinkProblemKind, { title: string; text: string }>

export const LinkProblem = ({ kind }: { kind: LinkProblemKind }) => (
  <Card>
    <Stack gap="sm">
      <Title order={2} fz="1.25rem">
        {TEXTS[kind].title}
      </Title>
      <p>{TEXTS[kind].text}</p>
      <p>
        To get a new link, email <ContactLink />. If you already send us invoices, you can also get
        one in the <AppLink to={paths.submitInvoice()}>contractor portal</AppLink> under Your
        details.
      </p>
    </Stack>
  </Card>
)
