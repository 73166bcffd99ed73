// Describes a wrong file, so that its owner sees which file was uploaded by mistake.

/** Bytes that suffice to recognize a text. */
const sniffLength = 256

/** `the file is a text`, or the file's first bytes: the start of a sentence. */
export function describeBytes(bytes: Uint8Array): string {
  const head = bytes.subarray(0, sniffLength)
  if (head.every(isTextByte)) return 'the file is a text'
  return `the file begins with ${[...head.subarray(0, 4)].map(hex).join(' ')}`
}

/** Bytes from 0x80 on are letters of UTF-8 or of an older code page. */
function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
