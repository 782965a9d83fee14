// The button that opens the receipt PDF in a new tab.
import { Button } from '@mantine/core'

export const ReceiptLink = ({ url }: { url: string | undefined }) =>
  url ? (
    <Button component="a" c="var(--button-color)" href={url} target="_blank" rel="noopener">
      Download receipt
    </Button>
  ) : null
