// Changes a task without deciding it: its vendor or its payment.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../shared/api/api-error.ts'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { actOn, type TaskRequest, taskKey } from './api.ts'

type Texts = { readonly success: string; readonly failure?: string; readonly onDone: () => void }

export const useTaskChange = (task: Task, { success, failure, onDone }: Texts) => {
  const client = useQueryClient()
  const queryKey = taskKey(task.id)
  return useMutation({
    mutationFn: (request: TaskRequest) => actOn(task, request),
    onSuccess: (changed) => {
      if (changed) client.setQueryData(queryKey, { ...changed, id: changed.id || task.id })
      showToast('success', success)
      onDone()
    },
    onError: (error) => showToast('error', failure ?? messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}
