// The room's one admin: who sits there, how the seat is taken, and what its holder types.
// Who uses it: `say`, for lines that begin with !admin. Only the commands behind it are in admin-commands.ts.

import type { Host } from '../../game.ts'
import { tooManyWrong } from '../../shared/guesses.ts'
import { isSecret } from '../../shared/secret.ts'
import type { Client } from '../room/clients.ts'
import { plain } from '../room/texts.ts'
import type { Multiworld } from '../world.ts'
import { adminCommands } from './admin-commands.ts'
import { commandLine } from './command-line.ts'
import { callOf, runLine } from './table.ts'

const login = /^login /i

/** `typed`: what stands behind `!admin`, '' if nothing. Everybody has read it already, without passwords. */
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

/** [AP-2.12] Whoever sat there is not told. */
function logIn(world: Multiworld, client: Client, given: string, password: string): string {
  const { host } = world
  const waitMs = host.guess(client.peer, 'admin', given)
  if (waitMs > 0) return tooManyWrong(waitMs)
  const matches = isSecret(given, password)
  host.log('admin-login', { slot: client.slot, matches })
  if (!matches) return 'Password incorrect.'
  host.guessedRight(client.peer, 'admin')
  world.admin = client
  return 'Login successful. You can now issue server side commands.'
}

function leaveSeat(world: Multiworld): string {
  world.admin = undefined
  return 'Logout successful. You can no longer issue server side commands.'
}

/** What is no command is the server's chat. */
function command(world: Multiworld, client: Client, typed: string): void {
  const line = commandLine(typed, '/')
  if (!line) return serverChat(world, typed)
  world.host.log('admin-command', { slot: client.slot, command: line.name.slice(0, 32) })
  runLine(callOf(world, client, adminCommands), adminCommands, line)
}

function serverChat(world: Multiworld, text: string): void {
  world.announce(plain(`[Server]: ${text}`, 'ServerChat', { message: text }))
}

/**
 * [AP-8.11] What the room's host says without a client: what the one in the seat may say, and the answers to it. Whoever sits
 * there keeps the seat, and no password is wanted.
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

/** A line of the host's as the room's log may have it. */
export function loggedLine(typed: string): string {
  return secretOption.test(typed.replace(/["'\\]/g, '')) ? `${typed.split(/\s+/, 2).join(' ')} …` : typed
}

const secretOption = /^\s*\/option\s+\S*password/i

/** The line as everybody may read it: a password, right or wrong, is a few stars, whatever its length. */
export function withoutSecrets(typed: string, host: Pick<Host, 'random'>): string {
  const stars = '*'.repeat(4 + Math.floor(host.random() * 13))
  const bare = typed.replace(/["'\\]/g, '')
  if (/^\s*login/i.test(bare)) return `login ${stars}`
  if (/^\s*\/option\s+server_password/i.test(bare)) return `/option server_password ${stars}`
  return typed
}
