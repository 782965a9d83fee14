// A change on the server, after which the page reads what it affects again.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** Ends when the page shows the change. Also reads again after an error, which can mean that the page is stale. */
export const useChange = <Sent, Done>(
  queryKey: QueryKey,
  mutationFn: (sent: Sent) => Promise<Done>,
) => {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) })
}
