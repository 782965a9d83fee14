// Whether we have what a vendor's 1099 form needs, below the vendor's name.
import { DETAILS_LABELS, type VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { Button, Group, Text } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { tabAddress } from '../tabs/tab.ts'

type DetailsMarkProps = { readonly mapping: VendorMapping; readonly onAsk: () => void }

export const DetailsMark = ({ mapping, onAsk }: DetailsMarkProps) => {
  const { details, invitationId } = mapping
  const text = textOf(mapping)
  if (!details && !text) return null
  return (
    <Group gap="0.125rem 0.5rem" c="dimmed" fz="sm">
      {details === 'lacking' ? (
        <>
          <Pill tone="warning">{DETAILS_LABELS.lacking}</Pill>
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            aria-label={`Ask for details: ${mapping.email}`}
            onClick={onAsk}
          >
            Ask for details
          </Button>
        </>
      ) : (
        <>
          {text ? (
            <Text span inherit>
              {text}
            </Text>
          ) : null}
          {details === 'to_review' ? (
            <AppLink to={tabAddress('invitations', undefined, invitationId)}>
              <Pill tone="warning">{DETAILS_LABELS.to_review}</Pill>
            </AppLink>
          ) : details && details !== 'complete' ? (
            <Pill>{DETAILS_LABELS[details]}</Pill>
          ) : null}
        </>
      )}
    </Group>
  )
}

/** Such as `1099, EIN ending in 6789, complete`. */
const textOf = ({ details, isTracked, track1099, taxIdType, taxIdLast4 }: VendorMapping): string =>
  [
    isTracked || track1099 ? '1099' : '',
    track1099 && taxIdLast4 ? `${taxIdType ?? 'tax ID'} ending in ${taxIdLast4}` : '',
    details === 'complete' ? (isTracked ? 'complete' : 'details complete') : '',
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase())
