import { describe, expect, test } from 'vitest'
import {
  type IncomingRequest,
  type Rejection,
  type SanitizedRequest,
  type SanitizeRules,
  sanitizeRequest,
} from '../../../cli/front/sanitize-request.ts'
import { unknownAddress } from '../../../wire/net/ip-address.ts'

const rules: SanitizeRules = {
  proxies: [],
  classifyName: (name) =>
    (['localhost', '127.0.0.1', '[::1]', '192.168.1.7'].includes(name) && 'machine') ||
    (name === 'play.test' ? 'public' : undefined),
  host: 'localhost:8787',
  secret: 'a secret',
}

type Fields = Readonly<Record<string, string | readonly string[]>>
type Change = Partial<IncomingRequest> & { readonly fields?: Fields; readonly proxies?: readonly string[] }

/** Sanitizes an HTTP/1.1 request for `/x` at `127.0.0.1:8787` from a public address, with these changes. */
function passed({ fields = {}, proxies = [], ...change }: Change): SanitizedRequest | Rejection {
  const all = { Host: '127.0.0.1:8787', ...fields }
  const headers = Object.entries(all).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => [name, value]),
  )
  const arrived = { peer: '192.0.2.1', version: '1.1', method: 'GET', target: '/x', headers, ...change }
  return sanitizeRequest(arrived, { ...rules, proxies })
}

function fieldsOf(answer: SanitizedRequest | Rejection): Record<string, string> {
  if ('status' in answer) throw new Error(answer.detail)
  const pairs = answer.headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), answer.headers[at + 1]!] as const] : [],
  )
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length)
  return Object.fromEntries(pairs)
}

const always = { host: '127.0.0.1:8787', 'cf-connecting-ip': '192.0.2.1', 'packetboat-front': 'a secret' }

describe('request headers', () => {
  const dropped: Fields = {
    'CF-Connecting-IP': '127.0.0.1',
    'cf-connecting-ipv6': '::1',
    'Cf-Ray': 'x',
    'CF-IPCountry': 'DE',
    'MF-CF-Blob': '{x',
    'mf-original-url': 'http://evil.example/',
    'Mf-Route-Override': 'x',
    'X-MF-Additional-Response-Log': 'x',
    'Packetboat-Front': 'a guess',
    'packetboat-address': '127.0.0.1',
    Forwarded: 'for=127.0.0.1',
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
    'X-Real-IP': '127.0.0.1',
    Via: '1.1 x',
    'Keep-Alive': 'timeout=5',
    'Proxy-Authorization': 'x',
    TE: 'trailers',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'x',
    Expect: '100-continue',
  }
  test.each(Object.entries(dropped))('do not contain %s of a client', (name, value) => {
    expect(fieldsOf(passed({ fields: { [name]: value } }))).toEqual(always)
    expect(fieldsOf(passed({ fields: { [name.toUpperCase()]: value } }))).toEqual(always)
  })

  test('contain all headers of the client except those that Connection names', () => {
    const fields = { Connection: 'keep-alive, X-Own', 'X-Own': '1', Cookie: 'a=b', 'User-Agent': 'Ü' }
    const expected = { ...always, cookie: 'a=b', 'user-agent': 'Ü' }
    expect(fieldsOf(passed({ fields }))).toEqual(expected)
  })

  test.each([
    ['a length is forwarded', 'POST', { 'Content-Length': '5' }, { 'content-length': '5' }],
    [
      'chunked encoding stays chunked',
      'POST',
      { 'Transfer-Encoding': 'chunked' },
      { 'transfer-encoding': 'chunked' },
    ],
    [
      'chunked encoding overrides a length',
      'POST',
      { 'Transfer-Encoding': 'chunked', 'Content-Length': '5' },
      { 'transfer-encoding': 'chunked' },
    ],
    [
      'a length is forwarded even if Connection names it',
      'GET',
      { Connection: 'Content-Length', 'Content-Length': '5' },
      { 'content-length': '5' },
    ],
    ['a POST without a body gets the length 0', 'POST', {}, { 'content-length': '0' }],
    ['a GET without a body gets no length', 'GET', {}, {}],
  ])('describe the body: %s', (_, method, fields, expected) => {
    expect(fieldsOf(passed({ method, fields }))).toEqual({ ...always, ...expected })
  })
})

describe('the client’s address', () => {
  const local = '127.0.0.1'
  const at = (name: string) => ({ Host: name })
  const by = (forwardedFor: string | readonly string[]) => ({ 'X-Forwarded-For': forwardedFor })
  const unlisted = (fields: Fields): Change => ({ peer: local, fields })
  const trusted = (forwardedFor: string | readonly string[]): Change => ({
    ...{ peer: local, proxies: [local], fields: by(forwardedFor) },
  })
  test.each<[string, Change, string]>([
    ['the peer of the socket', { peer: '192.0.2.1' }, '192.0.2.1'],
    ['loopback, if nothing was forwarded', { peer: local }, local],
    ['loopback by IPv6', { peer: '::1', fields: at('[::1]:8787') }, '::1'],
    ['not an address that a client forwards', { peer: '192.0.2.1', fields: by('127.0.0.1') }, '192.0.2.1'],
    ['unknown if an unlisted proxy uses X-Forwarded-For', unlisted(by('192.0.2.9')), unknownAddress],
    ['unknown if an unlisted proxy uses X-Real-IP', unlisted({ 'X-Real-IP': '192.0.2.9' }), unknownAddress],
    [
      'unknown if an unlisted proxy uses CF-Connecting-IP',
      unlisted({ 'CF-Connecting-IP': '192.0.2.9' }),
      unknownAddress,
    ],
    [
      'unknown if an unlisted proxy uses Forwarded',
      { peer: '::1', fields: { Forwarded: 'for=192.0.2.9' } },
      unknownAddress,
    ],
    [
      'unknown if an unlisted proxy uses HTTP/1.0, like nginx',
      { peer: local, version: '1.0' },
      unknownAddress,
    ],
    [
      'unknown if a request from this machine uses the public name',
      { peer: local, fields: at('play.test') },
      unknownAddress,
    ],
    ['the one that a trusted proxy forwards', trusted('192.0.2.9'), '192.0.2.9'],
    ['the last one that a trusted proxy forwards', trusted('127.0.0.1, 192.0.2.9'), '192.0.2.9'],
    [
      'the last one that a trusted proxy forwards in several headers',
      trusted(['127.0.0.1', '192.0.2.9']),
      '192.0.2.9',
    ],
    [
      'that of X-Forwarded-For, even beside CF-Connecting-IP',
      { peer: local, proxies: [local], fields: { ...by('192.0.2.9'), 'CF-Connecting-IP': '198.51.100.1' } },
      '192.0.2.9',
    ],
    [
      'the one that two trusted proxies forward',
      { peer: local, proxies: [local, '10.0.0.1'], fields: by('192.0.2.9, 10.0.0.1') },
      '192.0.2.9',
    ],
    ['unknown if a trusted proxy forwards a loopback address', trusted('127.0.0.1'), unknownAddress],
    ['unknown if a trusted proxy forwards no address', trusted('unknown'), unknownAddress],
    ['the one that a trusted proxy forwards with a port', trusted('192.0.2.9:4711'), '192.0.2.9'],
    [
      'the IPv6 address that a trusted proxy forwards with a port',
      trusted('[2001:db8::1]:4711'),
      '2001:db8::1',
    ],
    ['the IPv6 address that a trusted proxy forwards', trusted('2001:db8::1'), '2001:db8::1'],
    ['the IPv4 address that a trusted proxy forwards as IPv6', trusted('::ffff:192.0.2.9'), '192.0.2.9'],
    ['that of a PROXY header', { peer: '192.0.2.9', proxies: [local], isFromProxyHeader: true }, '192.0.2.9'],
    [
      'unknown if a PROXY header has a loopback address',
      { peer: local, proxies: ['10.0.0.1'], isFromProxyHeader: true },
      unknownAddress,
    ],
    ['loopback for a request that the trusted proxy itself makes', { peer: local, proxies: [local] }, local],
  ])('is %s', (_, arrived, expected) => {
    const answer = passed(arrived)
    expect(fieldsOf(answer)['cf-connecting-ip']).toBe(expected)
    expect((answer as SanitizedRequest).address).toBe(expected)
  })

  test.each<[string, Change, string | undefined]>([
    ['an unlisted proxy on this machine', { peer: '127.0.0.1', fields: by('192.0.2.9') }, '127.0.0.1'],
    ['an unlisted proxy on another machine', { peer: '10.0.0.1', fields: by('192.0.2.9') }, '10.0.0.1'],
    ['no proxy if nothing was forwarded', { peer: '192.0.2.1', fields: at('192.168.1.7') }, undefined],
    ['no proxy if a client is on this machine', { peer: '127.0.0.1' }, undefined],
  ])('comes with the unlisted proxy to log: %s', (_, arrived, expected) => {
    expect((passed(arrived) as SanitizedRequest).unlistedProxy).toBe(expected)
  })
})

describe('the Host header', () => {
  test.each<[string, Change, string]>([
    ['ours', {}, '127.0.0.1:8787'],
    ['ours at any port, as a tunnel has it', { fields: { Host: 'localhost:9000' } }, 'localhost:9000'],
    ['in capitals', { fields: { Host: 'LOCALHOST:8787' } }, 'localhost:8787'],
    ['with a dot at its end', { fields: { Host: 'localhost.:8787' } }, 'localhost.:8787'],
    ['of the request line', { target: 'http://play.test/x?y' }, 'play.test'],
    ['none, by HTTP/1.0', { version: '1.0', headers: [] }, 'localhost:8787'],
    [
      "a trusted proxy's",
      { peer: '10.0.0.1', proxies: ['10.0.0.1'], fields: { 'X-Forwarded-Host': 'play.test' } },
      'play.test',
    ],
    [
      'ours, in place of the one that an untrusted client forwards',
      { fields: { 'X-Forwarded-Host': 'play.test' } },
      '127.0.0.1:8787',
    ],
  ])('is forwarded to the Worker: %s', (_, arrived, host) => {
    expect(fieldsOf(passed(arrived)).host).toBe(host)
  })

  test.each<[string, number, Change]>([
    ['of somebody else, after DNS rebinding', 421, { fields: { Host: 'evil.example:8787' } }],
    ['that ends in ours', 421, { fields: { Host: 'evil-localhost' } }],
    ['an address that is not ours', 421, { fields: { Host: '203.0.113.5:8787' } }],
    ['in the request line', 421, { target: 'http://evil.example/x' }],
    [
      'that a trusted proxy forwards',
      421,
      { peer: '10.0.0.1', proxies: ['10.0.0.1'], fields: { 'X-Forwarded-Host': 'evil.example' } },
    ],
    ['given twice', 400, { fields: { Host: ['127.0.0.1:8787', 'evil.example'] } }],
    ['with a path in it', 400, { fields: { Host: '127.0.0.1/evil' } }],
    ['with a user in it', 400, { fields: { Host: 'evil@127.0.0.1' } }],
    ['with a port that is none', 400, { fields: { Host: '127.0.0.1:x' } }],
    ['missing', 400, { headers: [] }],
    ['of another scheme', 400, { target: 'ftp://127.0.0.1/x' }],
    ['beside a target that is no path', 400, { target: '*' }],
  ])('is rejected with a reason: %s', (_, status, arrived) => {
    expect(passed(arrived)).toMatchObject({ status, detail: expect.stringMatching(/./) })
  })

  test('is rejected, if it names another site, with a message that names the settings', () => {
    expect(passed({ fields: { Host: 'evil.example' } })).toMatchObject({
      error: 'misdirected',
      detail:
        'this site does not accept the host name evil.example: its owner can add it with HOSTS=evil.example or PUBLIC_URL',
    })
  })
})

describe('the scheme', () => {
  test('is https if a trusted proxy says so', () => {
    const fields = { Host: 'play.test', 'X-Forwarded-Proto': 'https' }
    const requests = { peer: '10.0.0.1', fields, target: '/x?y=1' }
    const url = 'https://play.test/x?y=1'
    expect(fieldsOf(passed({ ...requests, proxies: ['10.0.0.1'] }))['mf-original-url']).toBe(url)
    expect(fieldsOf(passed(requests))['mf-original-url']).toBeUndefined()
  })
})
