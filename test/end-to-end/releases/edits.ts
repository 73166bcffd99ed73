// Three releases of the same sources: this one, the one before calls had versions, and one that plays the next. Each edit
// is what a developer would do by the rules of CONTRIBUTING.md ("Change a call") and LINK.md, LINK-15.

export type Release = 'before' | 'this' | 'next'

/** Replaces `from`, which must be there, in a file of the sources. */
export interface Edit {
  readonly file: string
  readonly from: string | RegExp
  readonly to: string
}

const versionMethod = /\n {2}async version\(\): Promise<number> \{\n.*\n {2}\}\n/

/** No versions, no fallbacks, no skippable records, and none of what came with the founding in parts. */
const before: readonly Edit[] = [
  { file: 'durable-objects/rpc/versioned-calls.ts', from: '(...ownArguments, callVersion)', to: '(...args)' },
  {
    file: 'durable-objects/rpc/versioned-calls.ts',
    from: 'if (!isLacking(error, name)) throw error',
    to: 'throw error',
  },
  {
    file: 'durable-objects/rpc/versioned-calls.ts',
    from: 'const version = args[mostArguments]',
    to: 'const version = args[99]',
  },
  { file: 'durable-objects/room/room-object.ts', from: versionMethod, to: '' },
  { file: 'durable-objects/room/room-object.ts', from: /\n {2}goOn\(.*\n.*\n {2}\}\n/, to: '' },
  { file: 'durable-objects/room/room-object.ts', from: /\n {2}async begun\(.*\n.*\n {2}\}\n/, to: '' },
  { file: 'durable-objects/directory/directory-object.ts', from: versionMethod, to: '' },
  { file: 'durable-objects/directory/directory-object.ts', from: /\n {2}held\(.*\n.*\n {2}\}\n/, to: '' },
  { file: 'durable-objects/directory/directory-object.ts', from: /\n {2}hold\(.*\n.*\n {2}\}\n/, to: '' },
  { file: 'durable-objects/uploads/uploads-object.ts', from: versionMethod, to: '' },
  { file: 'workers/routes/site/api-operations.ts', from: ' ?? (await reservedAgain(c, name))', to: '' },
  {
    file: 'workers/create/creation-progress.ts',
    from: /if \(\(await directoryStub.*\)\) === undefined\) /,
    to: '',
  },
  {
    file: 'wire/link/link-codec.ts',
    from: 'JSON.stringify({ sidecar, process, revision: linkRevision })',
    to: 'JSON.stringify({ sidecar, process })',
  },
  {
    file: 'wire/link/link-codec.ts',
    from: 'encodeUtf8(JSON.stringify({ revision: linkRevision }))',
    to: 'nothing',
  },
  { file: 'wire/link/record-types.ts', from: 'const firstSkippable = 16', to: 'const firstSkippable = 32' },
]

const next: readonly Edit[] = [
  // ---- Calls: methods renamed, their old names kept for a release; fields added; an answer of a new form ----
  { file: 'durable-objects/rpc/versioned-calls.ts', from: 'callVersion = 1', to: 'callVersion = 2' },
  {
    file: 'durable-objects/rpc/fallbacks.ts',
    from: 'roomFallbacks: Fallbacks<RoomCalls> = {',
    to: 'roomFallbacks: Fallbacks<RoomCalls> = { sessions: (room) => room.people(),',
  },
  {
    file: 'durable-objects/rpc/fallbacks.ts',
    from: 'directoryFallbacks: Fallbacks<DirectoryCalls> = {',
    to: 'directoryFallbacks: Fallbacks<DirectoryCalls> = { list: (directory, wanted) => directory.page(wanted),',
  },
  {
    file: 'durable-objects/rpc/fallbacks.ts',
    from: 'uploadsFallbacks: Fallbacks<UploadsCalls> = {',
    to: 'uploadsFallbacks: Fallbacks<UploadsCalls> = { look: (uploads, call) => uploads.preview(call),',
  },
  {
    file: 'durable-objects/room/room-object.ts',
    from: '  people():',
    to: '  sessions() { return this.people() }\n  people():',
  },
  {
    file: 'durable-objects/room/room-object.ts',
    from: /kick\(id: string\): .* \{\n\s+return this\.#asked\.hosting\.kick\(id\)/,
    to: `async kick(...args) {
    const kicked = await this.#asked.hosting.kick(args[0])
    return kicked === 'nobody' && callerOf(args) >= 2 ? 'ended' : kicked`,
  },
  {
    file: 'durable-objects/directory/directory-object.ts',
    from: '  page(wanted',
    to: '  list(wanted) { return this.page(wanted) }\n  page(wanted',
  },
  {
    file: 'durable-objects/uploads/uploads-object.ts',
    from: '  async preview(',
    to: '  look(...args) { return this.preview(...args) }\n  async preview(',
  },
  {
    file: 'durable-objects/room/world/announcement.ts',
    from: 'players: host?.players ?? 0,',
    to: "players: host?.players ?? 0, mood: 'calm',",
  },
  {
    file: 'workers/routes/site/api-operations.ts',
    from: 'object.found({',
    to: "object.found({ theme: 'dark',",
  },
  {
    file: 'workers/cache/directory-client.ts',
    from: '.page({ after, limit })',
    to: '.list({ after, limit })',
  },
  { file: 'workers/routes/owner/moderation-operations.ts', from: '.people()', to: '.sessions()' },
  {
    file: 'workers/routes/owner/moderation-operations.ts',
    from: "kicked === 'nobody'",
    to: "kicked === 'nobody' || kicked === 'ended'",
  },
  { file: 'workers/routes/owner/owner-page-moderation.ts', from: 'room.people(),', to: 'room.sessions(),' },
  {
    file: 'workers/routes/owner/owner-page-moderation.ts',
    from: "kicked === 'nobody'",
    to: "kicked === 'nobody' || kicked === 'ended'",
  },
  {
    file: 'workers/platform/resumable-calls.ts',
    from: 'await uploads.preview(call)',
    to: 'await uploads.look(call)',
  },
  // ---- The link: a record that may be skipped, and one that may not, both ways ----
  { file: 'wire/link/record-types.ts', from: 'linkRevision = 1', to: 'linkRevision = 2' },
  {
    file: 'wire/link/record-types.ts',
    from: '  proven: 11,\n',
    to: '  proven: 11,\n  settle: 12,\n  hint: 16,\n',
  },
  {
    file: 'wire/link/record-types.ts',
    from: '[type: number]: number } = {}',
    to: '[type: number]: number } = { 12: 2, 16: 2 }',
  },
  {
    file: 'wire/link/record-types.ts',
    from: /$/,
    to: `
export function sayNews(writer) {
  writer.record(types.hint, 0)
  if (isKnownTo(writer.revision, types.settle)) writer.record(types.settle, 0)
}
`,
  },
  {
    file: 'wire/link/link-codec.ts',
    from: 'export { type RecordType, types }',
    to: 'export { sayNews, type RecordType, types }',
  },
  {
    file: 'durable-objects/room/gateways/sidecar-channel.ts',
    from: 'LinkWriter, Pieces,',
    to: 'LinkWriter, Pieces, sayNews,',
  },
  {
    file: 'durable-objects/room/gateways/sidecar-channel.ts',
    from: '    this.writer.cast(',
    to: '    sayNews(this.writer)\n    this.writer.cast(',
  },
  {
    file: 'durable-objects/room/gateways/sidecar-gateway.ts',
    from: '      case types.keepalive:',
    to: '      case types.hint:\n      case types.settle:\n      case types.keepalive:',
  },
  { file: 'sidecar/uplink/room-channel.ts', from: '  readLink,', to: '  readLink,\n  sayNews,' },
  {
    file: 'sidecar/uplink/room-channel.ts',
    from: '    session.opened = true',
    to: '    sayNews(this.#writer)\n    session.opened = true',
  },
  {
    file: 'sidecar/uplink/room-channel.ts',
    from: '    if (record.type === types.cast)',
    to: '    if (record.type === types.hint || record.type === types.settle) return\n    if (record.type === types.cast)',
  },
  // ---- The control socket: a message of a new type, both ways ----
  {
    file: 'sidecar/uplink/control-channel.ts',
    from: '    this.#ask()\n',
    to: `    this.#ask()\n    this.#socket?.send('{"type":"load","share":0.1}')\n`,
  },
  {
    file: 'durable-objects/directory/sidecars/sidecars.ts',
    from: "    send(socket, { type: 'all', assignments })",
    to: `    socket.send('{"type":"news","text":"hello"}')\n    send(socket, { type: 'all', assignments })`,
  },
]

export const edits: { readonly [R in Release]: readonly Edit[] } = { before, this: [], next }
