// What workerd says although nothing is wrong: faults that tests cause on purpose, which it reports
// as uncaught because they cross to another object, and sockets whose other end a test has let go.

const onPurpose = [
  'a fault on purpose',
  'the Directory is away',
  'a secret of the machine room',
  'table record already exists',
]
const stack = String.raw`(\n    at .*)*`
const expected = new RegExp(
  [
    String.raw`^uncaught exception; .*stack = \w*Error: (${onPurpose.join('|')}).*${stack}\n`,
    String.raw`^exception = kj/compat/http.*: disconnected: other end of WebSocketPipe was destroyed\nstack: .*\n`,
  ].join('|'),
  'gm',
)

/** From now on this process does not hand such reports on, whoever writes them and however many at once. */
export function silenceExpectedReports(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
    stream.write = (chunk: Uint8Array | string, ...others: unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
      const rest = text.replace(expected, '')
      return rest === text ? write(chunk, ...others) : rest === '' || write(rest, ...others)
    }
  }
}
