// Memory that is not waited for.

/**
 * What this array takes, at once; nothing is in it afterwards, nor in what shares its buffer. Bytes lie outside of the heap, where
 * V8 lets some 64 MB of what nobody has any more pile up before it looks for it: a file that was read once, piece by piece,
 * took as much of an isolate's 128 MB as if it had been held whole. An array that is but a part of its buffer is left as it is.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
