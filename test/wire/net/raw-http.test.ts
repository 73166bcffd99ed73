import { describe, expect, it } from 'vitest'
import { buildRawResponse } from '../../../wire/net/raw-http.ts'

const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

describe('a raw response', () => {
  it('consists of the status line, three headers and the body', () => {
    const body = Uint8Array.of(0x48, 0x69, 0x0a, 0x83)
    expect(text(buildRawResponse(body))).toBe(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=Shift_JIS\r\nContent-Length: 4\r\nConnection: close\r\n\r\n${text(body)}`,
    )
  })

  it('may have another content type or no body', () => {
    expect(text(buildRawResponse(new Uint8Array(0), 'text/plain'))).toMatch(
      /^HTTP\/1\.1 200 OK\r\nContent-Type: text\/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n$/,
    )
  })
})
