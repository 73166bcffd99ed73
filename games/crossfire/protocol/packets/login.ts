// Login: characters by question and answer, or accounts.
import type { Codec } from '../../../../wire/codec/codec.ts'
import {
  about,
  BE,
  bool,
  switchOn,
  byteLengthOf,
  decimal,
  enumeration,
  latin1,
  list,
  struct,
  text,
  toEnd,
  u8,
  until,
  word,
} from '../../../../wire/index.ts'
import { shortString, nulTerminatedString } from './fields.ts'

/** Flags of `query`; clients may ignore them. */
export const queryFlags = { yesNo: 1, singleCharacter: 2, hideInput: 4 } as const

const account = { name: shortString, password: shortString } as const

export const fromClient = {
  addme: { rule: 'CF-4.1', about: 'Wants to play, without an account.', fields: {} },
  reply: { rule: 'CF-4.3', about: 'Answers the last query.', fields: { text: text() } },
  accountnew: { rule: 'CF-4.4', about: 'Makes an account and logs in to it.', fields: account },
  accountlogin: { rule: 'CF-4.4', about: 'Logs in to an account.', fields: account },
  accountplay: {
    rule: 'CF-4.6',
    about: 'Plays a character of the account.',
    fields: { name: text() },
  },
  accountaddplayer: {
    rule: 'CF-4.7',
    about: 'Takes a character into the account.',
    fields: { force: about(bool(u8), 'though it belongs to another'), ...account },
  },
  accountpw: {
    rule: 'CF-4.8',
    about: 'Changes the password of the account.',
    fields: { password: shortString, newPassword: shortString },
  },
  createplayer: {
    rule: 'CF-4.9',
    about: 'Makes a character.',
    fields: {
      ...account,
      choices: about(toEnd(nulTerminatedString), 'race, class, starting_map, Str …: `race human`'),
    },
  },
} as const

/** A field of an account's character. All are text except two. */
export type AccountField =
  | { kind: 'name' | 'class' | 'race' | 'face' | 'party' | 'map'; value: string }
  | { kind: 'level' | 'faceNumber'; value: number }

const accountField = struct({
  size: byteLengthOf(u8, 'kind', 'value'),
  kind: enumeration(u8, {
    name: 1,
    class: 2,
    race: 3,
    level: 4,
    face: 5,
    party: 6,
    map: 7,
    faceNumber: 8,
  }),
  value: switchOn('kind', { level: BE.u16, faceNumber: BE.u16 }, text(latin1, 254)),
}) as Codec<AccountField>

export const fromServer = {
  addme_success: { rule: 'CF-4.1', about: 'Play begins.', fields: {} },
  addme_failed: { rule: 'CF-4.1', about: 'It does not.', fields: {} },
  query: {
    rule: 'CF-4.2',
    about: 'Asks the player something.',
    fields: {
      flags: about(decimal(), 'bits: 1 yes or no, 2 one character will do, 4 not to be shown'),
      text: about(text(), 'may have several lines; empty: as before'),
    },
  },
  accountplayers: {
    rule: 'CF-4.5',
    about: 'The characters of the account, which is logged in now.',
    fields: { characters: list(about(until(0, accountField), 'in any order, any of them'), u8) },
  },
  failure: {
    rule: 'CF-4.10',
    about: 'A request was refused.',
    fields: {
      command: about(word, 'of the packet that asked'),
      text: about(text(), 'for the player; of accountaddplayer with 0 or 1 in front'),
    },
  },
} as const
