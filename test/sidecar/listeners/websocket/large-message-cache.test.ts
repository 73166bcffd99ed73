// A large reply to many clients is deflated only once.
import { expect, test } from 'vitest'
import { LargeMessageCache } from '../../../../sidecar/listeners/websocket/large-message-cache.ts'
import { RoomFrame } from '../../../../sidecar/sessions/room-frame.ts'

const mebibyte = 1024 * 1024
const frame = (size: number, fill: string) => new RoomFrame(Buffer.alloc(size, fill), true)

test('a large reply is the same message for every client, so that it is deflated once', async () => {
  const cache = new LargeMessageCache()
  const message = cache.messageOf(frame(mebibyte, 'package '))
  const again = cache.messageOf(frame(mebibyte, 'package '))
  expect(again).toBe(message)
  expect(again.deflated(11)).toBe(message.deflated(11))
  expect((await again.deflated(11)).length).toBeLessThan(20_000)
})

test('a frame shares the cached message only if it is large and has the same bytes and the same type', () => {
  const cache = new LargeMessageCache()
  const message = cache.messageOf(frame(mebibyte, 'a'))
  expect(cache.messageOf(frame(mebibyte, 'b'))).not.toBe(message)
  expect(cache.messageOf(new RoomFrame(Buffer.alloc(mebibyte, 'a'), false))).not.toBe(message)
  expect(cache.messageOf(frame(100, 'a'))).not.toBe(cache.messageOf(frame(100, 'a')))
})

test('a cached message does not change when the buffer of its link message is reused, and keeps only its own bytes in memory', () => {
  const cache = new LargeMessageCache()
  const linkMessage = Buffer.alloc(4 * mebibyte, 'a')
  const { bytes } = cache.messageOf(new RoomFrame(linkMessage.subarray(0, 20_000), true))
  linkMessage.fill('b')
  expect(Buffer.from(bytes).equals(Buffer.alloc(20_000, 'a'))).toBe(true)
  expect(bytes.buffer.byteLength).toBe(20_000)
})

test('the cache keeps the most recently sent messages, at most 8 MiB in all', () => {
  const cache = new LargeMessageCache()
  const first = cache.messageOf(frame(mebibyte, 'x'))
  for (let at = 0; at < 20; at++) {
    cache.messageOf(frame(mebibyte, `${at} `))
    expect(cache.messageOf(frame(mebibyte, 'x'))).toBe(first)
  }
  const old = cache.messageOf(frame(mebibyte, 'old'))
  for (let at = 0; at < 8; at++) cache.messageOf(frame(mebibyte, `${at} `))
  expect(cache.messageOf(frame(mebibyte, 'old'))).not.toBe(old)
})
