/** [RA-2.5] 16 bytes. An IPv4 address is mapped to ::ffff:a.b.c.d, and an invalid address becomes zeros. */
export function ipv6Bytes(address: string): number[] {
  const dotted = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address)
  if (dotted) return [...Array(10).fill(0), 0xff, 0xff, ...dotted.slice(1).map(Number)]
  const [head = '', tail] = address.split('::')
  const before = wordsOf(head)
  const after = wordsOf(tail ?? '')
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill(0)
  const words = [...before, ...(tail === undefined ? [] : zeros), ...after]
  const isValid = words.length === 8 && words.every((word) => word >= 0 && word <= 0xffff)
  return isValid ? words.flatMap((word) => [word >> 8, word & 0xff]) : Array(16).fill(0)
}

function wordsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16))
}
