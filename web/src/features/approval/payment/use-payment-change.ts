// Marking an invoice as paid or not paid: the call, the toast, and the task as it then is.
import type { Task } from '@invoice-desk/contract/approval'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { approvalKeys } from '../api.ts'

export const usePaymentChange = (
  task: Task,
  change: () => Promise<Task>,
  success: string,
  onDone: () => void,
) => {
  const client = useQueryClient()
  const queryKey = approvalKeys.task(task.id)
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(queryKey, changed)
      showToast('success', success)
      onDone()
    },
    onError: (error) => {
      showToast('error', messageOf(error))
      return client.invalidateQueries({ queryKey })
    },
  })
  return {
    isPending: mutation.isPending,
    mutate: () => mutation.mutate(),
    problem: mutation.error ? messageOf(mutation.error) : undefined,
  }
}
