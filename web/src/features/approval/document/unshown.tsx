// Says why there's no document to see, with a link to the file if there is one.
import { Button } from '@mantine/core'
import { IconFileOff } from '../../../shared/ui/icons.ts'
import classes from './document-view.module.css'

type UnshownProps = {
  readonly document?: { readonly name: string; readonly url: string }
  readonly children: string
}

export const Unshown = ({ document, children }: UnshownProps) => (
  <div className={classes.unshown}>
    <IconFileOff size={28} stroke={1.5} aria-hidden />
    <p>{children}</p>
    {document ? (
      <Button
        component="a"
        href={document.url}
        target="_blank"
        rel="noreferrer"
        variant="default"
        maw="100%"
      >
        Open the file
      </Button>
    ) : null}
  </div>
)
