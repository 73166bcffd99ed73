// The options of commands that call the API of a site.
import { Argument, type Command, Option } from 'commander'
import { parseRoomName } from './arguments.ts'

const localWorkerUrl = 'http://127.0.0.1:8787'

/** Adds a subcommand whose first argument is a room. */
export function addRoomSubcommand(parent: Command, word: string, description: string): Command {
  const name = new Argument('<game/room>').argParser(parseRoomName)
  return withAccessOptions(parent.command(word).description(description)).addArgument(name)
}

export function withAccessOptions(command: Command): Command {
  return command
    .addOption(createUrlOption())
    .option(
      '--token <token>',
      'site or room token (default: PACKETBOAT_TOKEN or ADMIN_TOKEN, else the site token in the state folder)',
    )
    .option('--state <dir>', 'state folder to read the site token from (default: .packetboat)')
    .option('--json', 'print the result as one line of JSON')
}

export function createUrlOption(): Option {
  return new Option('--url <url>', 'URL of the site').env('PACKETBOAT_URL').default(localWorkerUrl)
}
