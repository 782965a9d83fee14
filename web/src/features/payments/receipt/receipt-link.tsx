// The receipt as a PDF, in a tab of its own.
import { Button } from '@mantine/core'
import classes from './receipt-link.module.css'

export const ReceiptLink = ({ url }: { url: string | undefined }) =>
  url ? (
    <Button component="a" className={classes.link} href={url} target="_blank" rel="noopener">
      Download receipt
    </Button>
  ) : null
