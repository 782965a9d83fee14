// What the vendor sent.
import { Text } from '@mantine/core'
import { Card } from '../../../../shared/ui/card.tsx'
import { EmailText } from '../../../../shared/ui/email-text.tsx'
import { DetailsSummary, Row, SignedRow } from '../../details/details-summary.tsx'
import type { Reviewed } from '../api.ts'
import { timeLeft } from '../invitation-text.ts'

export const SentDetails = ({ invitation, details }: Reviewed) => (
  <Card title="What the vendor sent">
    <DetailsSummary details={details}>
      <Row label="Email">
        <EmailText email={invitation.email} />
      </Row>
      <SignedRow details={details} />
    </DetailsSummary>
    {invitation.state === 'submitted' ? (
      <Text c="dimmed" fz="sm" mt="sm">
        We keep the full tax ID only until you decide. If you don't, we'll erase it{' '}
        {timeLeft(invitation, Date.now())}.
      </Text>
    ) : null}
  </Card>
)
