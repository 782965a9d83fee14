// Why an action failed, and what the approver can do about it.
import type { ReactNode } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import type { Problem } from './use-task-actions.ts'

type ProblemNoticeProps = { readonly problem: Problem; readonly waitButton?: ReactNode }

export const ProblemNotice = ({ problem, waitButton }: ProblemNoticeProps) => (
  <Notice tone={problem.tone === 'error' ? 'negative' : 'warning'} action={waitButton}>
    <p>{problem.text}</p>
    {waitButton ? <p>You can also approve it now. We'll keep trying to add the bill.</p> : null}
    {problem.emailWithoutAccount ? (
      <AppLink to={paths.vendors(problem.emailWithoutAccount)}>Choose a bill account</AppLink>
    ) : null}
  </Notice>
)
