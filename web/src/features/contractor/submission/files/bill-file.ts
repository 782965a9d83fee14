// A file of a bill in its form: new, or of an earlier bill.

export type NewFile = {
  readonly kind: 'new'
  readonly name: string
  readonly bytes: number
  readonly file: File
  /** The photos that the file was made of. */
  readonly photos?: readonly Page[]
}

export type Page = { readonly jpeg: File; readonly width: number; readonly height: number }

export type EarlierFile = {
  readonly kind: 'earlier'
  readonly name: string
  readonly bytes: number
  readonly id: string
}

export type BillFile = NewFile | EarlierFile

export const isSameFile = (a: BillFile, b: BillFile | undefined): boolean =>
  a.kind === 'new' ? b?.kind === 'new' && a.file === b.file : b?.kind === a.kind && a.id === b.id
