// Ends every line with CRLF. A bare CR or LF would be a line end to some mail servers and not to others.

const CR = 13
const LF = 10

/** Returns the head, which must have only CRLF, and the body with CRLF, in one buffer. */
export const withCrlf = (head: Buffer, body: Buffer): Buffer => {
  const bare = createBareCounter()
  bare.add(body)
  if (bare.count() === 0) return Buffer.concat([head, body])
  const result = Buffer.allocUnsafe(head.length + body.length + bare.count())
  let to = head.copy(result)
  // Byte by byte, because copying many short lines takes much longer.
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number
    if (byte === CR || byte === LF) {
      if (byte === CR && body[at + 1] === LF) at += 1
      result[to] = CR
      result[to + 1] = LF
      to += 2
    } else {
      result[to] = byte
      to += 1
    }
  }
  return result
}

/** Counts line ends that need another byte, in pieces of any length. */
export const createBareCounter = () => {
  let count = 0
  let last = 0
  return {
    add: (piece: Buffer): void => {
      let before = last
      let found = 0
      for (let at = 0; at < piece.length; at += 1) {
        const byte = piece[at] as number
        if (byte === CR) found += 1
        else if (byte === LF) found += before === CR ? -1 : 1
        before = byte
      }
      last = before
      count += found
    },
    count: () => count,
  }
}
