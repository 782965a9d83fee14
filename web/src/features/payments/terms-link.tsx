// The terms that a payer agrees to, in a tab of their own, so that nothing typed is lost.
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../shared/paths.ts'

export const TermsLink = () => (
  <AppLink to={paths.terms()} target="_blank">
    terms of service
  </AppLink>
)
