// A bordered panel.
import type { ReactNode } from 'react'

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="panel card">{children}</div>
)
