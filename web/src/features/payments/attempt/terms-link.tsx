// The terms that a payer agrees to, in a tab of their own, so that nothing typed is lost.
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'

export const TermsLink = () => (
  // A title, because text would become part of the words that the payer agrees to.
  <AppLink to={paths.terms()} target="_blank" title="Opens in a new tab">
    terms of service
  </AppLink>
)
