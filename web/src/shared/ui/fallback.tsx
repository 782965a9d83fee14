// Shows something simpler instead of a part that broke, so that a small part cannot take the page down.
import { Component, type ReactNode } from 'react'

type FallbackProps = { readonly instead: ReactNode; readonly children: ReactNode }

export class Fallback extends Component<FallbackProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError = () => ({ broken: true })

  override render() {
    return this.state.broken ? this.props.instead : this.props.children
  }
}
