// The notice that Google requires on pages that hide the reCAPTCHA badge.
import { Text } from '@mantine/core'
import { pageSettings } from '../../api/page-settings.ts'

export const HumanCheckNotice = ({ what }: { what: string }) =>
  pageSettings.humanCheck ? (
    <Text c="dimmed" fz="var(--font-small)" data-print="never">
      {what} is protected by reCAPTCHA. The Google{' '}
      <a href="https://policies.google.com/privacy">Privacy Policy</a> and{' '}
      <a href="https://policies.google.com/terms">Terms of Service</a> apply.
    </Text>
  ) : null
