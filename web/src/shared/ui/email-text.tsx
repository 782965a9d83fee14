// An email address that wraps after punctuation instead of within a word.
import { Fragment } from 'react'

export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?<=[@._+-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
