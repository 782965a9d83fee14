// An error boundary for a small part of a page.
import { Component, type ReactNode } from 'react'

type FallbackProps = { readonly instead: ReactNode; readonly children: ReactNode }

export class Fallback extends Component<FallbackProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError = () => ({ broken: true })

  override render() {
    return this.state.broken ? this.props.instead : this.props.children
  }
}
