import { expect, test } from 'vitest'
import { SiteNames } from '../../../cli/front/site-names.ts'

function names(change: Partial<ConstructorParameters<typeof SiteNames>[0]> = {}) {
  const machine = () => ['Harbor-Box', 'harbor-box.local', '192.168.1.7', 'fe80::1']
  return new SiteNames({ bound: '0.0.0.0', now: () => 0, machine, ...change })
}

test.each([
  ['localhost', 'machine'],
  ['world.localhost', 'machine'],
  ['127.0.0.1', 'machine'],
  ['127.9.9.9', 'machine'],
  ['[::1]', 'machine'],
  ['[::ffff:7f00:1]', 'machine'],
  ['0.0.0.0', 'machine'],
  ['harbor-box', 'machine'],
  ['harbor-box.local', 'machine'],
  ['192.168.1.7', 'machine'],
  ['[fe80::1]', 'machine'],
  ['play.test', 'public'],
  ['play.example', 'public'],
  ['evil.example', undefined],
  ['play.test.evil.example', undefined],
  ['notlocalhost', undefined],
  ['127.evil.example', undefined],
  ['127.0.0.1.evil.example', undefined],
  ['192.168.1.8', 'public'],
  ['198.51.100.1', 'public'],
  ['[2001:db8::6]', 'public'],
  ['198.51.100.1.evil.example', undefined],
  ['', undefined],
] as const)('classifyName(%j) returns %s', (name, owner) => {
  const given = { publicUrl: 'https://play.test/', hosts: 'play.example:9000, ,' }
  expect(names(given).classifyName(name)).toBe(owner)
})

test('a new address of the machine is recognized after five seconds', () => {
  let now = 0
  const addresses = ['192.168.1.7']
  const own = names({ now: () => now, machine: () => addresses })
  expect(own.classifyName('10.0.0.9')).toBe('public')
  addresses.push('10.0.0.9')
  now = 4_999
  expect(own.classifyName('10.0.0.9')).toBe('public')
  now = 5_000
  expect(own.classifyName('10.0.0.9')).toBe('machine')
})
