// API calls for the approval rules.
import {
  type ApprovalPolicy,
  getApprovalPolicy,
  previewApprovalRule,
  saveApprovalPolicy,
} from '@invoice-desk/contract/approval/rules'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CallInput, call } from '../../../shared/api/api.ts'
import { APPROVAL } from '../api.ts'

export const policyQuery = queryOptions({
  queryKey: [...APPROVAL, 'rules'],
  queryFn: ({ signal }) => call(getApprovalPolicy, { signal }),
})

export type PolicyChange = Partial<
  Pick<ApprovalPolicy, 'rules' | 'separatesDuties' | 'escalateAfterDays'>
>

/** Saves the rules with a change. What they require of each invoice is read again. */
export const savePolicyMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ policy, change }: { policy: ApprovalPolicy; change: PolicyChange }) => {
      const { approvers, ...saved } = policy
      return call(saveApprovalPolicy, { body: { ...saved, ...change } })
    },
    onSuccess: (saved) => client.setQueryData(policyQuery.queryKey, saved),
    onSettled: () => client.invalidateQueries({ queryKey: APPROVAL }),
  })

export type PreviewedRule = CallInput<typeof previewApprovalRule, 'body'>

export const previewQuery = (rule: PreviewedRule) =>
  queryOptions({
    queryKey: [...APPROVAL, 'rules', 'preview', rule],
    queryFn: ({ signal }) => call(previewApprovalRule, { body: rule, signal }),
    staleTime: 0,
  })
