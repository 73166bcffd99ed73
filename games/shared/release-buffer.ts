/**
 * Frees the array's buffer at once. The array and all views of the buffer become empty. Does nothing if the array is
 * only a part of its buffer. V8 does not count bytes outside its heap, and collects garbage buffers only when there are
 * about 64 MB of them. Without this function, reading a file in chunks takes as much of an isolate's 128 MB as the
 * whole file.
 */
export function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
