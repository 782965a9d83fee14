// An answer that the database has written as JSON already. Reading long lists into objects only to write them out
// again costs more than all else about them; the statement names every field, as the contract's schema would.

export class Written<T> {
  readonly json: string
  /** Only for the compiler: what the text says. */
  declare readonly answer: T

  constructor(json: string) {
    this.json = json
  }
}
