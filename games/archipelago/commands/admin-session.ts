// The session of the room's admin, and the players' command `!admin`.

import type { GameContext } from '../../game.ts'
import { secretMatches, tooManyGuessesMessage } from '../../shared/passwords.ts'
import type { Client } from '../room/clients.ts'
import { plainMessage, serverChatMessage } from '../room/messages.ts'
import type { Multiworld } from '../world.ts'
import { adminCommands } from './admin-commands.ts'
import { parseCommandLine } from './dispatcher/command-line.ts'
import { createCommandContext, runCommand } from './dispatcher/command-table.ts'

const loginPattern = /^login /i

/**
 * `typed`: the text after `!admin`, '' if none. The caller has already sent the line to everybody, with its passwords
 * masked.
 */
export function runAdminCommand(world: Multiworld, client: Client, typed: string): void {
  const reply = (text: string) => world.send(client, plainMessage(text, 'CommandResult'))
  const password = world.options.server_password
  if (!password) return reply('Sorry, Remote administration is disabled')
  if (loginPattern.test(typed)) return reply(logIn(world, client, typed.replace(loginPattern, ''), password))
  if (world.admin !== client)
    return reply(
      typed === '' ? 'Usage: !admin login [password]' : 'You must first login using !admin login [password]',
    )
  if (typed === '') return reply(adminUsage)
  if (typed.toLowerCase() === 'logout') return reply(logOut(world))
  runCommandLine(world, client, typed)
}

const adminUsage = [
  'Usage: !admin [Server command].',
  'Use !admin /help for help.',
  'Use !admin logout to log out of the current session.',
].join('\n')

/** [AP-2.12] [AP-8.8] The previous admin is logged out without a message. Returns the answer. */
function logIn(world: Multiworld, client: Client, typedPassword: string, password: string): string {
  const { context } = world
  const waitMs = context.recordGuess(client.peer, 'admin', typedPassword)
  if (waitMs > 0) return tooManyGuessesMessage(waitMs)
  const matches = secretMatches(typedPassword, password)
  context.log('admin-login', { slot: client.slot, matches })
  if (!matches) return 'Password incorrect.'
  context.recordCorrectGuess(client.peer, 'admin')
  world.admin = client
  return 'Login successful. You can now issue server side commands.'
}

function logOut(world: Multiworld): string {
  world.admin = undefined
  return 'Logout successful. You can no longer issue server side commands.'
}

function runCommandLine(world: Multiworld, client: Client, typed: string): void {
  const line = parseCommandLine(typed, '/')
  if (!line) return world.announce(serverChatMessage(typed))
  world.context.log('admin-command', { slot: client.slot, command: line.name.slice(0, 32) })
  runCommand(createCommandContext(world, client, adminCommands), adminCommands, line)
}

/** [AP-8.11] The host needs no password, and an admin who is logged in stays logged in. Returns the answers. */
export function runOwnerLine(world: Multiworld, typed: string): readonly string[] {
  const answers: string[] = []
  const line = parseCommandLine(typed, '/')
  const reply = (...texts: readonly string[]) => void answers.push(...texts)
  if (line) runCommand({ world, table: adminCommands, reply }, adminCommands, line)
  else if (typed.trim() !== '') world.announce(serverChatMessage(typed))
  world.output.flush()
  return answers
}

export function sendHostMessage(world: Multiworld, text: string): void {
  world.announce(serverChatMessage(text))
  world.output.flush()
}

/** Returns a host's line without passwords, for the room's log. */
export function redactLine(typed: string): string {
  return secretOptionPattern.test(typed.replace(/["'\\]/g, ''))
    ? `${typed.split(/\s+/, 2).join(' ')} …`
    : typed
}

const secretOptionPattern = /^\s*\/option\s+\S*password/i

/**
 * Everybody gets the result as chat. The number of asterisks is random, so that it reveals nothing about the password.
 */
export function maskPasswords(typed: string, context: Pick<GameContext, 'random'>): string {
  const stars = '*'.repeat(4 + Math.floor(context.random() * 13))
  const bare = typed.replace(/["'\\]/g, '')
  if (/^\s*login/i.test(bare)) return `login ${stars}`
  if (/^\s*\/option\s+server_password/i.test(bare)) return `/option server_password ${stars}`
  return typed
}
