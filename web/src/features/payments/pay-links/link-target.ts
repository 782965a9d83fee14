// Which payment link the address asks for: `link=new` to choose one, `link=invoice-12` or `link=customer-3`.

export type LinkTarget =
  | { readonly kind: 'new' }
  | { readonly kind: 'invoice' | 'customer'; readonly id: string }

export const readLinkTarget = (text: string | null): LinkTarget | undefined => {
  if (text === 'new') return { kind: 'new' }
  const [, kind, id = ''] = /^(invoice|customer)-(.{1,50})$/.exec(text ?? '') ?? []
  return kind === 'invoice' || kind === 'customer' ? { kind, id } : undefined
}

export const writeLinkTarget = (target: LinkTarget): string =>
  target.kind === 'new' ? 'new' : `${target.kind}-${target.id}`
