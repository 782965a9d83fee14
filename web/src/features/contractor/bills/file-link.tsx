// Opens a bill's file in a new tab.
import type { ReactNode } from 'react'

type FileLinkProps = { readonly url: string; readonly name: string; readonly children: ReactNode }

export const FileLink = ({ url, name, children }: FileLinkProps) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    title={name}
    aria-label={`${name} (opens in a new tab)`}
  >
    {children}
  </a>
)
