// Finds the size of a JPEG as it streams in. Any amount of metadata may come before it.

export type ImageSize = { readonly width: number; readonly height: number }

const START = Buffer.from('ffd8', 'hex')
const IMAGE_DATA = 0xffda
/** A marker, the segment's length, and what a frame begins with. */
const SEGMENT_HEAD_BYTES = 9

/** Readers skip what we don't expect here, and may then see another size than we do. So any of it ends the search. */
export const createJpegSize = () => {
  let pending: Buffer = Buffer.alloc(0)
  let skip = 0
  let isStarted = false
  let isOver = false
  let size: ImageSize | undefined

  const add = (piece: Buffer): void => {
    if (isOver) return
    const data = pending.length > 0 ? Buffer.concat([pending, piece]) : piece
    let at = skip
    if (!isStarted && data.length >= START.length) {
      isStarted = true
      isOver = !data.subarray(0, START.length).equals(START)
      at = START.length
    }
    while (isStarted && !isOver && at + SEGMENT_HEAD_BYTES <= data.length) {
      const segment = readSegment(data.subarray(at, at + SEGMENT_HEAD_BYTES))
      size = segment.size
      isOver = segment.isLast
      at += segment.bytes
    }
    skip = Math.max(0, at - data.length)
    // Copied, because a view would keep the whole piece in memory.
    pending = Buffer.from(data.subarray(at))
  }

  return { add, read: (): ImageSize | undefined => size }
}

const readSegment = (head: Buffer) => {
  const [marker, length] = [head.readUInt16BE(0), head.readUInt16BE(2)]
  const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
  const isMetadata = marker >= 0xffdb && marker <= 0xfffe
  const isTable = marker === 0xffc4 || marker === 0xffcc
  return {
    size: isFrame ? { height: head.readUInt16BE(5), width: head.readUInt16BE(7) } : undefined,
    isLast: marker === IMAGE_DATA || !(isMetadata || isTable) || length < 2,
    bytes: 2 + length,
  }
}
