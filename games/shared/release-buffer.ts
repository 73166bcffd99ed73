// Frees memory without waiting for the garbage collector.

/**
 * Frees the array's buffer at once; the array and all views of the buffer become empty. V8 does not count bytes outside
 * the heap, and lets some 64 MB of garbage buffers pile up before it collects them: a file read once in chunks used as
 * much of an isolate's 128 MB as the whole file. Does nothing if the array is only a part of its buffer.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
