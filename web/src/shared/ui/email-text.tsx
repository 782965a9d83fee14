// An email that wraps where it is read in parts, after its @ and its dots, rather than within a word.
import { Fragment } from 'react'

export const EmailText = ({ email }: { email: string }) =>
  email.split(/(?<=[@._+-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
