import type { Codec } from '../../../../wire/codec/codec.ts'
import {
  about,
  BE,
  bool,
  byteLengthOf,
  decimal,
  enumeration,
  latin1,
  list,
  struct,
  switchOn,
  text,
  toEnd,
  u8,
  until,
  word,
} from '../../../../wire/index.ts'
import { nulTerminatedString, shortString } from './fields.ts'

/** Clients may ignore these flags. */
export const queryFlags = { yesNo: 1, singleCharacter: 2, hideInput: 4 } as const

const account = { name: shortString, password: shortString } as const

export const fromClient = {
  addme: { rule: 'CF-4.1', about: 'Requests to play without an account.', fields: {} },
  reply: { rule: 'CF-4.3', about: 'Answers the last query.', fields: { text: text() } },
  accountnew: { rule: 'CF-4.4', about: 'Creates an account and logs in.', fields: account },
  accountlogin: { rule: 'CF-4.4', about: 'Logs in to an account.', fields: account },
  accountplay: {
    rule: 'CF-4.6',
    about: 'Plays a character of the account.',
    fields: { name: text() },
  },
  accountaddplayer: {
    rule: 'CF-4.7',
    about: 'Adds an existing character to the account.',
    fields: {
      force: about(bool(u8), '1: add the character even if it belongs to another account'),
      ...account,
    },
  },
  accountpw: {
    rule: 'CF-4.8',
    about: 'Changes the password of the account.',
    fields: { password: shortString, newPassword: shortString },
  },
  createplayer: {
    rule: 'CF-4.9',
    about: 'Creates a character.',
    fields: {
      ...account,
      choices: about(
        toEnd(nulTerminatedString),
        'one choice each: `race human`, `class fighter`, `starting_map inn`, `Str 12`',
      ),
    },
  },
} as const

export type CharacterField =
  | { kind: 'name' | 'class' | 'race' | 'face' | 'party' | 'map'; value: string }
  | { kind: 'level' | 'faceNumber'; value: number }

const characterField = struct({
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
}) as Codec<CharacterField>

export const fromServer = {
  addme_success: { rule: 'CF-4.1', about: 'Play begins.', fields: {} },
  addme_failed: { rule: 'CF-4.1', about: 'The request to play failed.', fields: {} },
  query: {
    rule: 'CF-4.2',
    about: 'Asks the player a question.',
    fields: {
      flags: about(decimal(), 'bits: 1 yes or no, 2 single key, 4 hidden input'),
      text: about(text(), 'can have several lines; empty: repeat the last question'),
    },
  },
  accountplayers: {
    rule: 'CF-4.5',
    about: 'Confirms the login, and lists the characters of the account.',
    fields: {
      characters: list(
        about(until(0, characterField), 'fields of one character, each optional, in any order'),
        u8,
      ),
    },
  },
  failure: {
    rule: 'CF-4.10',
    about: 'Reports a refused request.',
    fields: {
      command: about(word, 'type of the refused packet'),
      text: about(text(), 'message to the player; begins with 0 or 1 if accountaddplayer was refused'),
    },
  },
} as const
