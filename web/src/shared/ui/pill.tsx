// A colored label for a state.
import type { ReactNode } from 'react'
import type { Tone } from './feedback/notice.tsx'

export const Pill = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className="inline-line pill" data-tone={tone}>
    {children}
  </span>
)
