// Metaservers publish lists of servers on the internet for clients. [CF-26.1]
import type { EntryField } from '../../../../wire/net/server-list.ts'
import { escapeHtml } from '../../../../wire/util/html-escapes.ts'
import type { RoomInDocument, ServerList } from '../../../game.ts'
import { optionTable } from '../../options.ts'
import type { CrossfireWorld } from '../../world.ts'
import { protocolVersion, serverName } from '../server-version.ts'

/** The metaservers to which Debian's server reports, in its order. */
const urls = [
  'http://crossfire.real-time.com/metaserver2/meta_update.php',
  'http://metaserver.eu.cross-fire.org/meta_update.php',
  'http://metaserver.us.cross-fire.org/meta_update.php',
] as const
/** The path from which Debian's client requests the list. */
const path = '/metaserver2/meta_client.php'
/** Maximum length of the comment in characters. Clients store it in 512 bytes. */
const maxCommentLength = 160

export const serverList: ServerList<CrossfireWorld> = {
  urls,
  transport: 'tcp',
  path,
  isAnnounced: ({ announce = optionTable.announce.defaultValue }) => announce === true,
  fieldsOf,
  render: (entries, now) =>
    entries
      .map((fields) => {
        const lines = [...fields, ['last_update', String(Math.floor(now / 1000))] as const].map(
          ([name, value]) => `${name}=${value}`,
        )
        return ['START_SERVER_DATA', ...lines, 'END_SERVER_DATA', ''].join('\n')
      })
      .join(''),
}

/** [CF-26.2] The fields of an entry, in the order of Debian's server. */
function fieldsOf(
  world: CrossfireWorld,
  { title, comments }: Pick<RoomInDocument, 'title' | 'comments'>,
): readonly EntryField[] {
  const comment = toLine([title, ...comments].join(' - '))
  const { sc, cs } = protocolVersion
  const base = world.isImported ? 'imported' : 'Hollowford'
  return [
    { name: 'hostname', value: { measure: 'host' } },
    { name: 'port', value: { measure: 'port' } },
    { name: 'html_comment', value: escapeHtml(comment) },
    { name: 'text_comment', value: comment },
    { name: 'archbase', value: base },
    { name: 'mapbase', value: base },
    { name: 'codebase', value: serverName },
    // No flags, because the game costs nothing, death is not permanent, and players do not kill players [CF-17.19].
    { name: 'flags', value: '' },
    { name: 'num_players', value: String(world.activePlayers) },
    { name: 'in_bytes', value: { measure: 'bytesFromClients' } },
    { name: 'out_bytes', value: { measure: 'bytesToClients' } },
    { name: 'uptime', value: { measure: 'uptimeSeconds' } },
    { name: 'version', value: serverName },
    { name: 'sc_version', value: String(sc) },
    { name: 'cs_version', value: String(cs) },
  ]
}

/** One line of printable characters. */
function toLine(text: string): string {
  return [...text.replace(/\p{Cc}+/gu, ' ')].slice(0, maxCommentLength).join('').trim()
}
