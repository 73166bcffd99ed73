// Describes an uploaded file of the wrong type, so that the host can see which file was uploaded.

/** Enough bytes to recognize a text. */
const sniffLength = 256

/** Returns `the file is a text`, or the file's first bytes in hexadecimal, for error messages. */
export function describeBytes(bytes: Uint8Array): string {
  const head = bytes.subarray(0, sniffLength)
  if (head.every(isTextByte)) return 'the file is a text'
  return `the file begins with ${[...head.subarray(0, 4)].map(hex).join(' ')}`
}

/** Bytes from 0x80 on are letters in UTF-8 or in older encodings. */
function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
