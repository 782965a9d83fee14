// A bordered panel.
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

export const Card = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="panel card">
    {title ? (
      <Title order={2} fz="lg" mb="sm">
        {title}
      </Title>
    ) : null}
    {children}
  </div>
)
