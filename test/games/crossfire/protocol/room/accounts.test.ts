import { describe, expect, it } from 'vitest'
import {
  Accounts,
  accountNameError,
  passwordError,
} from '../../../../../games/crossfire/protocol/room/accounts.ts'
import { MemoryStore } from '../../../../memory-store.ts'

function accountsOf(...names: readonly string[]) {
  const accounts = new Accounts(new MemoryStore())
  for (const [n, name] of names.entries()) accounts.create(name, `hash of ${name}`, 1000 * n)
  return accounts
}

describe('[CF-4.4] names and passwords', () => {
  it.each([
    ['A', 'Name is too short'],
    ['Al', undefined],
    [`9${'x'.repeat(31)}`, undefined],
    ['x'.repeat(33), 'Name is too long'],
    ['A b.c_d-e', undefined],
    [' Al', 'Name contains characters that are not allowed'],
    ['Al/e', 'Name contains characters that are not allowed'],
  ])('the error of the account name %j is: %s', (name, error) => {
    expect(accountNameError(name)).toBe(error)
  })

  it.each([
    [1, 'Password is too short'],
    [2, undefined],
    [64, undefined],
    [65, 'Password is too long'],
  ])('the error of a password of %i characters is: %s', (length, error) => {
    expect(passwordError('p'.repeat(length))).toBe(error)
  })
})

describe('[CF-4.12] accounts and their characters', () => {
  it('are found by name in any case, and not by an invalid name', () => {
    const accounts = accountsOf('Ann', 'Bob')
    expect(accounts.find('aNN')).toEqual({ name: 'Ann', hashed: 'hash of Ann', characters: [], at: 0 })
    expect([accounts.find('Cid'), accounts.find('an/n'), accounts.find('x'.repeat(33))]).toEqual(
      Array(3).fill(undefined),
    )
    expect([accounts.count, accounts.all().map(({ name }) => name)]).toEqual([2, ['Ann', 'Bob']])
  })

  it('keep the time of the last login, and are deleted only if they have no characters', () => {
    const accounts = accountsOf('Ann', 'Bob')
    accounts.recordLogin('ann', 5000)
    expect(accounts.addCharacter('Ann', 'Xena')).toEqual({
      ...accounts.find('Ann'),
      characters: ['Xena'],
      at: 5000,
    })
    expect([accounts.delete(['Ann', 'Bob', 'Cid']), accounts.count]).toEqual([['Bob'], 1])
    expect([accounts.find('Ann')?.name, accounts.find('Bob')]).toEqual(['Ann', undefined])
  })

  it('a character belongs to at most one account, and then has the password of that account', () => {
    const accounts = accountsOf('Ann', 'Bob')
    accounts.setCharacterPassword('Xena', 'own hash')
    expect([accounts.passwordHashOf('xena'), accounts.guessKeyOf('Xena')]).toEqual([
      'own hash',
      'password/xena',
    ])
    accounts.addCharacter('Ann', 'Xena')
    accounts.addCharacter('Bob', 'Xena')
    expect(['Ann', 'Bob'].map((name) => accounts.find(name)?.characters)).toEqual([[], ['Xena']])
    expect([accounts.passwordHashOf('Xena'), accounts.guessKeyOf('XENA')]).toEqual([
      'hash of Bob',
      'account/bob',
    ])
    accounts.setAccountPassword('bob', 'changed')
    expect(accounts.passwordHashOf('Xena')).toBe('changed')
    accounts.removeCharacterRecords('Xena')
    expect([accounts.passwordHashOf('Xena'), accounts.find('Bob')?.characters]).toEqual([undefined, []])
  })
})
