// Checks the fields of an action as the site does before it runs the action.
import { archipelago } from '../../../../games/archipelago/index.ts'
import { object, parseValue } from '../../../../games/shared/schema/schema.ts'

export function isRefusedAction(name: string, fields: object): boolean {
  const table = archipelago.actions?.[name]?.fields ?? {}
  return parseValue(object(table), fields).fault !== undefined
}

export const rejectedFields: readonly (readonly [name: string, fields: object])[] = [
  ['no name', {}],
  ['an empty name', { called: '' }],
  ['a blank name', { called: '  ' }],
  ['a name with a line break', { called: 'a\nb' }],
  ['a name of 41 characters', { called: 'x'.repeat(41) }],
  ['a Discord name', { called: 'Ann', discord: 'ann#1234' }],
  ['a Discord mention', { called: 'Ann', discord: '<@123456789012345678>' }],
  ['a note of 281 characters', { called: 'Ann', note: 'x'.repeat(281) }],
  ['an unknown state', { called: 'Ann', state: 'winning' }],
  ['an unknown ping', { called: 'Ann', ping: 'everyone' }],
  ['a script as a video', { called: 'Ann', video: 'javascript:alert(1)' }],
  ['a video without a host', { called: 'Ann', video: 'https:///x' }],
  ['a video with a user name', { called: 'Ann', video: 'https://me@example.org/' }],
  ['a video with a space', { called: 'Ann', video: 'https://example.org/a b' }],
  ['a video with a control character', { called: 'Ann', video: 'https://example.org/\n' }],
  ['a video of 201 characters', { called: 'Ann', video: `https://example.org/${'x'.repeat(181)}` }],
  ['an unknown field', { called: 'Ann', secret: 'x' }],
]
