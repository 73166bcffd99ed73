// The room's one admin: login, and the lines that the admin types. Used by `say` for lines that start with !admin. The
// commands are in admin-commands.ts.

import type { GameContext } from '../../game.ts'
import { tooManyGuessesMessage } from '../../shared/guess-message.ts'
import { secretMatches } from '../../shared/secret-matches.ts'
import type { Client } from '../room/clients.ts'
import { plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import { adminCommands } from './admin-commands.ts'
import { commandLine } from './command-line.ts'
import { callOf, runLine } from './table.ts'

const login = /^login /i

/** `typed`: the text after `!admin`, '' if none. Everybody has already been shown the line, without passwords. */
export function administer(world: Multiworld, client: Client, typed: string): void {
  const reply = (text: string) => world.tell(client, plain(text, 'CommandResult'))
  const password = world.options.server_password
  if (!password) return reply('Sorry, Remote administration is disabled')
  if (login.test(typed)) return reply(logIn(world, client, typed.replace(login, ''), password))
  if (world.admin !== client)
    return reply(
      typed === '' ? 'Usage: !admin login [password]' : 'You must first login using !admin login [password]',
    )
  if (typed === '') return reply(usage)
  if (typed.toLowerCase() === 'logout') return reply(leaveSeat(world))
  command(world, client, typed)
}

const usage = [
  'Usage: !admin [Server command].',
  'Use !admin /help for help.',
  'Use !admin logout to log out of the current session.',
].join('\n')

/** [AP-2.12] Replaces the previous admin without notice. */
function logIn(world: Multiworld, client: Client, given: string, password: string): string {
  const { context } = world
  const waitMs = context.recordGuess(client.peer, 'admin', given)
  if (waitMs > 0) return tooManyGuessesMessage(waitMs)
  const matches = secretMatches(given, password)
  context.log('admin-login', { slot: client.slot, matches })
  if (!matches) return 'Password incorrect.'
  context.recordCorrectGuess(client.peer, 'admin')
  world.admin = client
  return 'Login successful. You can now issue server side commands.'
}

function leaveSeat(world: Multiworld): string {
  world.admin = undefined
  return 'Logout successful. You can no longer issue server side commands.'
}

/** A line that is not a command is the server's chat. */
function command(world: Multiworld, client: Client, typed: string): void {
  const line = commandLine(typed, '/')
  if (!line) return serverChat(world, typed)
  world.context.log('admin-command', { slot: client.slot, command: line.name.slice(0, 32) })
  runLine(callOf(world, client, adminCommands), adminCommands, line)
}

function serverChat(world: Multiworld, text: string): void {
  world.announce(plain(`[Server]: ${text}`, 'ServerChat', { message: text }))
}

/**
 * [AP-8.11] Runs a line from the room's host without a client: the admin's commands or chat. Returns the answers. The
 * current admin stays, and no password is needed.
 */
export function sayAsHost(world: Multiworld, typed: string): readonly string[] {
  const answers: string[] = []
  const line = commandLine(typed, '/')
  const reply = (...texts: readonly string[]) => void answers.push(...texts)
  if (line) runLine({ world, table: adminCommands, reply }, adminCommands, line)
  else if (typed.trim() !== '') serverChat(world, typed)
  world.speech.flush()
  return answers
}

/** The host's line as the room's log may contain it. */
export function loggedLine(typed: string): string {
  return secretOption.test(typed.replace(/["'\\]/g, '')) ? `${typed.split(/\s+/, 2).join(' ')} …` : typed
}

const secretOption = /^\s*\/option\s+\S*password/i

/** The line as shown to everybody: any password, right or wrong, becomes a random number of stars. */
export function withoutSecrets(typed: string, host: Pick<GameContext, 'random'>): string {
  const stars = '*'.repeat(4 + Math.floor(host.random() * 13))
  const bare = typed.replace(/["'\\]/g, '')
  if (/^\s*login/i.test(bare)) return `login ${stars}`
  if (/^\s*\/option\s+server_password/i.test(bare)) return `/option server_password ${stars}`
  return typed
}
