// Says how old the amounts are while we can't get current ones.
import { Notice } from '../../../shared/ui/feedback/notice.tsx'

const dayAndTime = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

export const AsOfNotice = ({ asOf }: { asOf: string | undefined }) =>
  asOf ? (
    <Notice tone="info">
      Amounts are as of {dayAndTime.format(new Date(asOf))}. We can't check for newer payments right
      now.
    </Notice>
  ) : null
