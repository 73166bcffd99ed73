import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dispatchDocument,
  dispatchLimits,
  parseDispatchText,
} from '../../../../games/soaprun/protocol/dispatch.ts'
import { buildRawResponse, maxRawResponseBytes } from '../../../../wire/net/raw-http.ts'
import { assertProperty } from '../../../property.ts'

const address = { host: '192.0.2.7', port: 10020 }
const harbor = { room: 'harbor', title: 'Harbor', open: true, comments: [] as string[] }
const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)
const bytes = (latin1: string) => Uint8Array.from(latin1, (character) => character.charCodeAt(0))
const closed = (...comments: string[]) => ({ ...harbor, open: false, comments })
const read = (body: Uint8Array) => parseDispatchText(buildRawResponse(body))
const recordOf = (body: Uint8Array) => text(body).split('\n')[2]!

/** The regular expression of the protocol document. */
const documented =
  /.*(<html).*(?:\r\n|\r|\n)(Pixel).*(?:\r\n|\r|\n).*\t+(.+)\t+(.+)\t+(\d+)\t+(Soaprun)\t+(\d+)(?:\t+(.+)){0,6}/

describe('the dispatch', () => {
  it('[SR-1.2] consists of the lines `<html>`, `Pixel` and the record, and of the closing tags', () => {
    expect(text(dispatchDocument.render(harbor, address))).toBe(
      '<html><body>\nPixel<br>\n-\topen\t192.0.2.7\t10020\tSoaprun\t64\t<br>\n</body></html>\n',
    )
  })

  it('[SR-1.5] is served as Shift-JIS at the client’s path and at the short path', () => {
    expect(dispatchDocument.aliases).toEqual(['/server.cgi', '/rochet/en_0x_kb/server.cgi'])
    expect(dispatchDocument.type).toBe('text/html; charset=Shift_JIS')
  })

  const here = { ip: '192.0.2.7', port: 10020 }
  const hello = { ...harbor, comments: ['hello'] }
  const offline = ['The server is offline.', 'Please try again soon.']
  type Shown = { room: typeof harbor; where: typeof address | undefined; away?: boolean }
  it.each<[what: string, status: string, comments: string[], Shown, more: object]>([
    ['an open room', 'open', [], { room: harbor, where: address }, { ...here, version: 64 }],
    ['its comments', 'open', ['hello'], { room: hello, where: address }, here],
    ['a closed room', 'closed', ['Noon', 'Soap'], { room: closed('Noon', 'Soap'), where: address }, here],
    ['a closed room without a sidecar', 'closed', [], { room: closed(), where: undefined }, {}],
    [
      'a room without a sidecar as closed',
      'closed',
      ['It has no open port now', 'hello'],
      { room: hello, where: undefined },
      { ip: '0.0.0.0', port: 0 },
    ],
    ['an unreachable room as closed', 'closed', offline, { room: harbor, where: address, away: true }, {}],
  ])('[SR-1.4] shows %s', (_what, status, comments, { room, where, away }, more) => {
    const shown = read(dispatchDocument.render(room, where, away))
    expect(shown).toMatchObject({ status, protocol: 'Soaprun', comments, ...more })
  })

  it.each([
    [{ host: 'h'.repeat(64), port: 1002 }],
    [{ host: '', port: 1002 }],
    [{ host: 'a\tb', port: 1002 }],
    [{ host: 'hafen.münchen', port: 1002 }],
    [{ host: 'a', port: 65_536 }],
    [{ host: 'a', port: 0 }],
  ])('[SR-1.4] shows a room as closed if the client cannot use its address (%j)', (unfit) => {
    expect(read(dispatchDocument.render(harbor, unfit))).toMatchObject({
      status: 'closed',
      comments: ['This client cannot use', 'its address.'],
    })
  })

  it.each([
    ['[SR-1.3] as they were', ['洞窟 100%+', 'ｱ'], ['洞窟 100%+', 'ｱ']],
    [
      '[SR-1.3] truncated at 23 bytes, never inside a character',
      ['あ'.repeat(12), `${'a'.repeat(22)}あ`, 'b'.repeat(24)],
      ['あ'.repeat(11), 'a'.repeat(22), 'b'.repeat(23)],
    ],
    [
      '[SR-1.3] the sixth truncated at 21 bytes, because the client would overwrite its port with the escaped ones',
      [...'12345', '!'.repeat(22)],
      [...'12345', '!'.repeat(21)],
    ],
    [
      '[SR-1.3] with ? for characters missing in Shift-JIS, and a space for separators',
      ['🐌é\ud800', 'a\tb\nc\rd\0e\u2028f'],
      ['???', 'a b c d e f'],
    ],
    ['[SR-1.2] without empty ones', ['', 'second', ''], ['second']],
    ['[SR-1.2] up to the sixth', [...'1234567'], [...'123456']],
  ])('shows comments %s', (_rule, comments, shown) => {
    expect(read(dispatchDocument.render(closed(...comments), address))?.comments).toEqual(shown)
  })

  it('[SR-1.5] fits one `recv` even with a host of 63 bytes and six comments of escaped bytes', () => {
    const body = dispatchDocument.render(closed(...Array(6).fill('ｱ'.repeat(23))), {
      host: 'h'.repeat(63),
      port: 65_535,
    })
    expect(recordOf(body).length).toBe(503)
    expect(buildRawResponse(body).length).toBeLessThanOrEqual(maxRawResponseBytes)
    expect(read(body)?.comments).toEqual(dispatchLimits.comments.map((most) => 'ｱ'.repeat(most)))
  })

  it('[SR-1.2] always matches the documented regular expression, fits one `recv`, and is a valid record to the client', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\t', '洞', 'ｱ', '%', '<') }),
    )
    assertProperty(
      fc.property(
        fc.array(anyText, { maxLength: 8 }),
        fc.boolean(),
        fc.boolean(),
        fc.option(fc.record({ host: fc.oneof(anyText, fc.domain()), port: fc.integer() }), {
          nil: undefined,
        }),
        (comments, open, away, where) => {
          const body = dispatchDocument.render({ ...harbor, comments, open }, where, away)
          const raw = buildRawResponse(body)
          expect(documented.test(text(raw))).toBe(true)
          expect(raw.length).toBeLessThanOrEqual(maxRawResponseBytes)
          expect(recordOf(body).length).toBeLessThanOrEqual(dispatchLimits.line)
          const seen = parseDispatchText(raw)
          expect(seen).toMatchObject({ protocol: 'Soaprun', version: 64 })
          if (!open || away || !where) expect(seen?.status).toBe('closed')
          expect(body.filter((byte) => byte !== 9 && byte !== 10 && (byte < 32 || byte > 126))).toHaveLength(
            0,
          )
        },
      ),
    )
  })
})

describe('the client’s parser', () => {
  const record = '-\topen\t10.0.0.1\t1002\tSoaprun\t64'
  const page = (line: string, before = '<html>\nPixel\n') => bytes(`${before}${line}\n`)

  it('[SR-1.1] ignores HTTP headers and case, and accepts any line ends and repeated tabs', () => {
    const answer =
      'I love it!\r3D! <html\rPixel\rIGNORED\t\tOPEN\t\t\t10.0.0.1\t1002\tSoaprun\t64\ta\t\tb+c\rmore'
    expect(parseDispatchText(bytes(answer))).toMatchObject({ status: 'open', comments: ['a', 'b c'] })
  })

  it('[SR-1.1] does not find <html inside a double-byte character', () => {
    expect(parseDispatchText(page(record, '\x83<html>\nPixel\n'))).toBeUndefined()
    expect(parseDispatchText(page(record, '\x83\x83<html>\nPixel\n'))).toBeDefined()
    expect(parseDispatchText(page(record, '\xb1<html>\nPixel\n'))).toBeDefined()
  })

  it.each([
    ['no html', bytes(`Pixel\n${record}\n`)],
    ['no Pixel', page(record, '<html>\n\nPixel\n')],
    ['no record', bytes('<html>\nPixel')],
    ['`empty` instead of a record', page('empty\t<br>')],
    ['a host over 63 bytes', page(record.replace('10.0.0.1', 'h'.repeat(64)))],
    ['a protocol over 7 bytes', page(record.replace('Soaprun', 'Soapruns'))],
    ['a port that is no number', page(record.replace('1002', 'tcp'))],
    ['a comment over 23 bytes', page(`${record}\t${'c'.repeat(24)}`)],
    ['a sixth comment over 21 bytes', page(`${record}${'\tc'.repeat(5)}\t${'c'.repeat(22)}`)],
    ['a record over 519 bytes', page(`${'-'.repeat(519 - record.length + 2)}${record.slice(1)}`)],
    ['nothing', new Uint8Array(0)],
  ])('[SR-1.1] finds no record in an answer with %s', (_what, answer) => {
    expect(parseDispatchText(answer)).toBeUndefined()
  })

  it('[SR-1.3] reads invalid Shift-JIS comments byte by byte', () => {
    expect(parseDispatchText(page(`${record}\t%FF%FEx`))?.comments).toEqual(['ÿþx'])
  })

  it('returns a record or undefined for any bytes', () => {
    assertProperty(fc.property(fc.uint8Array({ maxLength: 1200 }), (any) => void parseDispatchText(any)))
    const valid = buildRawResponse(dispatchDocument.render(harbor, address))
    assertProperty(
      fc.property(fc.nat(valid.length - 1), fc.nat(255), (at, value) => {
        const changed = valid.slice()
        changed[at] = value
        parseDispatchText(changed)
      }),
    )
  })
})
