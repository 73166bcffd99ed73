// Reads a list of servers as Debian's client does. An entry consists of lines `key=value` between two marks. Unknown
// lines are ignored.

export type ListedServer = { readonly [key: string]: string }

export function parseMetaserverList(text: string): ListedServer[] {
  const servers: ListedServer[] = []
  let server: { [key: string]: string } | undefined
  for (const line of text.split('\n')) {
    if (line === 'START_SERVER_DATA') server = {}
    else if (line === 'END_SERVER_DATA') {
      if (server) servers.push(server)
      server = undefined
    } else if (server && line.includes('='))
      server[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1)
  }
  return servers
}
